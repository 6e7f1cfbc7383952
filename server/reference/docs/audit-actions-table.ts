import type { AuditActionTable } from '../../requests/api/audit-action.ts'

/** The actions of the audit log by what they are about, as a Markdown table. */
export const auditActionsTable = (actions: AuditActionTable): string => {
  const groups = Map.groupBy(Object.entries(actions), ([, { group }]) => group)
  const rows = [...groups]
    .map(([group, its]) => `| ${group} | ${its.map(([action]) => `\`${action}\``).join(' ')} |`)
    .toSorted()
  return ['| About | Actions |', '|---|---|', ...rows].join('\n')
}
