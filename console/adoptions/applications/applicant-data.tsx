import { type Application, stringifyExact } from '@adoption-store/client'
import { Anchor, Button, Group } from '@mantine/core'
import { PersonLink, useCanReadPeople } from '../../people/person-link.tsx'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { isOpenApplication } from '../../platform/open-statuses.ts'
import { Panel } from '../../platform/panel.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { saveFile } from '../../platform/save-file.ts'
import { telephoneLink } from '../../platform/telephone-link.ts'
import { useHasRight } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import classes from './inbox.module.css'

/** The applicant's contact details, and buttons to export and erase their data. */
export const ApplicantData = ({ application }: { application: Application }) => {
  const { applicant } = application
  const canReadPeople = useCanReadPeople()
  if (!applicant) return null
  const { email, phone } = applicant
  return (
    <Panel title="Contact">
      <dl className={classes.answers}>
        <div>
          <dt>Email</dt>
          <dd>
            <Anchor href={`mailto:${encodeURIComponent(email)}`}>{email}</Anchor>
          </dd>
        </div>
        {phone && (
          <div>
            <dt>Phone</dt>
            <dd>
              <Anchor href={telephoneLink(phone)}>{phone}</Anchor>
            </dd>
          </div>
        )}
        {canReadPeople && (
          <div>
            <dt>This person</dt>
            <dd>
              <PersonLink email={email} />
            </dd>
          </div>
        )}
      </dl>
      <Requests application={application} />
    </Panel>
  )
}

const Requests = ({ application: { id, status } }: { application: Application }) => {
  const store = useStore()
  const canExport = useHasRight('data:export')
  const canErase = useHasRight('customers:erase') && !isOpenApplication(status)
  const download = useAction(async () =>
    saveFile(`application-${id}.json`, stringifyExact(await store.applications.export(id)) ?? '', 'application/json'),
  )
  const erase = useAction(() => store.applications.eraseApplicant(id), {
    touches: [queryKeys.applications, queryKeys.orders],
    done: 'The applicant’s data has been erased.',
  })
  const ask = () =>
    confirm({
      title: 'Erase the applicant’s data?',
      text: 'Name, contact, answers and notes are removed from this application, from its adoption, from past events, emails and webhooks not yet sent. This cannot be undone.',
      yes: 'Erase data',
      onYes: () => erase.mutate(undefined),
    })
  if (!canExport && !canErase) return null
  return (
    <Group mt="sm" gap="xs">
      {canExport && (
        <Button
          size="compact-sm"
          variant="default"
          loading={download.isPending}
          onClick={() => download.mutate(undefined)}
        >
          Download their data
        </Button>
      )}
      {canErase && (
        <Button size="compact-sm" variant="default" loading={erase.isPending} onClick={ask}>
          Erase data
        </Button>
      )}
    </Group>
  )
}
