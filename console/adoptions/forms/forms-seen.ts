import { preference } from '../../platform/preferences.ts'

/** Whether somebody has looked at the forms in this browser: a step of the first day. */
export const formsSeen = preference('forms-seen', ['no', 'yes'])
