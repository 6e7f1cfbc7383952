import type { Contributions } from '../requests/api/module.ts'
import { adoptionTables } from './adoptions/adoptions.tables.ts'
import { applicationError } from './applications/application.errors.ts'
import { applicationAudit } from './applications/applications.audit.ts'
import { applicationEvents } from './applications/applications.events.ts'
import { applicationHistoryActions } from './applications/applications.history.ts'
import { applicationMailKinds } from './applications/applications.mails.ts'
import { applicantData, applicantMailData } from './applications/applications.personal.ts'
import { applicationTables } from './applications/applications.tables.ts'
import { documentError } from './contracts/document.errors.ts'
import { documentAudit } from './contracts/documents.audit.ts'
import { documentTables } from './contracts/documents.tables.ts'
import { formError } from './forms/form.errors.ts'
import { formAudit } from './forms/forms.audit.ts'
import { formTables } from './forms/forms.tables.ts'
import { mailTemplateError } from './mail-templates/mail-template.errors.ts'
import { mailTemplateAudit } from './mail-templates/mail-templates.audit.ts'
import { mailTemplateTables } from './mail-templates/mail-templates.tables.ts'
import { orderError } from './orders/order.errors.ts'
import { orderAudit } from './orders/orders.audit.ts'
import { orderEvents } from './orders/orders.events.ts'
import { orderHistoryActions } from './orders/orders.history.ts'
import { customerData } from './orders/orders.personal.ts'
import { orderTables } from './orders/orders.tables.ts'

export const adoptionsContributions = {
  // Applications are locked before orders.
  personal: { applications: applicantData, orders: customerData, mails: applicantMailData },
  mails: applicationMailKinds,
  events: { ...orderEvents, ...applicationEvents },
  historyActions: { ...orderHistoryActions, ...applicationHistoryActions },
  tables: {
    ...adoptionTables,
    ...applicationTables,
    ...documentTables,
    ...formTables,
    ...mailTemplateTables,
    ...orderTables,
  },
  errors: {
    ...orderError.definitions,
    ...documentError.definitions,
    ...applicationError.definitions,
    ...formError.definitions,
    ...mailTemplateError.definitions,
  },
  auditActions: {
    ...applicationAudit,
    ...documentAudit,
    ...formAudit,
    ...mailTemplateAudit,
    ...orderAudit,
  },
} satisfies Contributions
