import { adminForms } from '../harness/console-forms.ts'
import { walkForms } from '../harness/nothing-lost.ts'

walkForms(adminForms)
