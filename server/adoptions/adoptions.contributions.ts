import type { Contributions } from '../requests/api/module.ts'
import { adoptionTables } from './adoptions/adoptions.tables.ts'
import { applicationTables } from './applications/applications.tables.ts'
import { documentTables } from './contracts/documents.tables.ts'
import { formTables } from './forms/forms.tables.ts'
import { mailTemplateTables } from './mail-templates/mail-templates.tables.ts'
import { orderTables } from './orders/orders.tables.ts'

export const adoptionsContributions = {
  tables: {
    ...adoptionTables,
    ...applicationTables,
    ...documentTables,
    ...formTables,
    ...mailTemplateTables,
    ...orderTables,
  },
} satisfies Contributions
