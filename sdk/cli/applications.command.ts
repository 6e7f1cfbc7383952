import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import {
  type Application,
  type ApplicationStatus,
  applicationStatuses,
  type Form,
  type Int64,
  type NewForm,
  parseExact,
} from '../mod.ts'
import { type Fee, readFee } from './orders.command.ts'
import {
  type CommandContext,
  type ListLimit,
  limited,
  pageSize,
  type Repeatable,
  readId,
  remote,
  repeatable,
  take,
} from './remote.ts'

type ListOptions = ListLimit & { status?: ApplicationStatus; pet?: Int64; search?: string }
type MoveOptions = { note?: string; assignee?: Int64 }

/** `applications list|show|move|approve|erase|export`. */
export const applicationCommands =
  (context: CommandContext) =>
  (applications: Command): void => {
    const ofOne = (name: string, description: string): Command =>
      applications.command(name).description(description).argument('<id>', 'the application', readId)

    const list = limited(applications.command('list').description('list applications'))
      .addOption(new Option('--status <status>', 'only applications with this status').choices(applicationStatuses))
      .option('--pet <id>', 'only applications for this animal', readId)
      .option('--search <text>', 'only those with this in the name or email address')
    remote<[], ListOptions>(list, context, async (store, _args, options) => {
      const { status, pet, search } = options
      const query = {
        ...(status && { status: [status] }),
        ...(pet !== undefined && { petId: pet }),
        ...(search !== undefined && { q: search }),
        limit: pageSize(options),
      }
      return applicationTable(await take(store.applications.list(query), options))
    })

    remote<[Int64]>(ofOne('show', 'show an application'), context, async (store, [id]) => {
      const application = await store.applications.get(id)
      const { questions = [], answers = {} } = application
      const rows = questions.map((question) => [question.label, answers[question.id]])
      return { json: application, headings: ['QUESTION', 'ANSWER'], rows }
    })

    const move = applications
      .command('move')
      .description('move an application to another status')
      .argument('<id>', 'the application', readId)
      .argument('<status>', `one of ${applicationStatuses.join(', ')}`)
      .option('--note <text>', 'a note of the staff')
      .option('--assignee <id>', 'the user who takes care of it', readId)
    remote<[Int64, ApplicationStatus], MoveOptions>(move, context, async (store, [id, status], { note, assignee }) =>
      applicationRow(
        await store.applications.update(id, {
          status,
          ...(note !== undefined && { note }),
          ...(assignee !== undefined && { assigneeId: assignee }),
        }),
      ),
    )

    const approve = repeatable(ofOne('approve', 'place and approve the order of an application'))
      .option('--close-others', 'decline all other open applications for the animal')
      .option('--fee <amount>', 'what the adopter pays, such as "150.00 EUR"', readFee)
    type ApproveOptions = Repeatable & { closeOthers?: true; fee?: Fee }
    remote<[Int64], ApproveOptions>(approve, context, async (store, [id], options) => {
      const { closeOthers = false, fee, idempotencyKey } = options
      const order = await store.applications.approve(id, { closeOthers, ...(fee && { fee }) }, { idempotencyKey })
      return { json: order, text: `Order ${order.id} is approved.` }
    })

    remote<[Int64]>(ofOne('erase', 'erase the applicant'), context, async (store, [id]) => {
      await store.applications.eraseApplicant(id)
      return { json: { id, erased: true }, text: `The applicant of application ${id} is erased.` }
    })

    const exporting = ofOne('export', 'show all data about the applicant')
    remote<[Int64]>(exporting, context, async (store, [id]) => {
      const exported = await store.applications.export(id)
      const { applications: sent, orders } = exported
      const counts = [context.print.counted(sent.length, 'application'), context.print.counted(orders.length, 'order')]
      const text = `${counts.join(', ')}: --json shows them.`
      return { json: exported, text }
    })
  }

/** `forms list|get|put`. */
export const formCommands =
  (context: CommandContext) =>
  (forms: Command): void => {
    const list = limited(forms.command('list').description('list forms'))
    remote<[], ListLimit>(list, context, async (store, _args, options) =>
      formTable(await take(store.forms.list({ limit: pageSize(options) }), options)),
    )

    const get = forms.command('get').description('show a form').argument('<id>', 'the form', readId)
    remote<[Int64]>(get, context, async (store, [id]) => {
      const form = await store.forms.get(id)
      const rows = form.questions.map((question) => [
        question.id,
        question.kind,
        question.required ? 'yes' : 'no',
        question.label,
      ])
      return { json: form, headings: ['ID', 'KIND', 'REQUIRED', 'QUESTION'], rows }
    })

    const put = repeatable(
      forms.command('put').description('create a form, or make a new version of one, from a JSON file'),
    )
      .argument('<file>', 'the file, with `questions` and perhaps a `name`')
      .option('--id <id>', 'the form to change', readId)
    type PutOptions = Repeatable & { id?: Int64 }
    remote<[string], PutOptions>(put, context, async (store, [file], { id, idempotencyKey }) => {
      if (id !== undefined && idempotencyKey !== undefined)
        put.error('error: --idempotency-key is for a new form, without --id')
      // The service validates it.
      const form = parseExact(readFileSync(file, 'utf8')) as NewForm
      return formRow(
        await (id === undefined ? store.forms.create(form, { idempotencyKey }) : store.forms.put(id, form)),
      )
    })
  }

const applicationTable = (applications: Application[]) => ({
  json: applications,
  headings: ['ID', 'ANIMAL', 'STATUS', 'APPLICANT', 'EMAIL', 'RECEIVED'],
  rows: applications.map(({ id, petId, status, applicant, createdAt }) => [
    id,
    petId,
    status,
    applicant?.name,
    applicant?.email,
    createdAt,
  ]),
})

const applicationRow = (application: Application) => ({
  ...applicationTable([application]),
  json: application,
})

const formTable = (forms: Form[]) => ({
  json: forms,
  headings: ['ID', 'NAME', 'VERSION', 'QUESTIONS', 'UPDATED'],
  rows: forms.map(({ id, name, version, questions, updatedAt }) => [id, name, version, questions.length, updatedAt]),
})

const formRow = (form: Form) => ({ ...formTable([form]), json: form })
