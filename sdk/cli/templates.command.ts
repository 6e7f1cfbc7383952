import { readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { AdoptionStore, MailLanguage, MailTemplateKind, NewDocumentTemplate, NewMailTemplate } from '../mod.ts'
import { parseExact } from '../mod.ts'
import { CommandFailure } from './failure.ts'
import { type CommandContext, remote } from './remote.ts'

/** The texts that an account has written itself. Default texts are not in the file. */
type TemplatesFile = {
  contract?: NewDocumentTemplate
  returnSlip?: NewDocumentTemplate
  mail?: (NewMailTemplate & { kind: MailTemplateKind; language: MailLanguage })[]
}

/** `templates export|import`: the texts of an account, of a remote service. */
export const templateCommands =
  (context: CommandContext) =>
  (templates: Command): void => {
    const exporting = templates
      .command('export')
      .description('write the texts that your account has changed to a JSON file')
      .argument('<file>')
    remote<[string]>(exporting, context, async (store, [file]) => {
      const found = await ownTexts(store)
      writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
      const texts = countOf(found)
      const text = `${context.print.counted(texts, 'text')} written to ${file}.`
      return { json: { file, texts }, text }
    })

    const importing = templates
      .command('import')
      .description('set the texts of a JSON file, and leave the others as they are')
      .argument('<file>')
    remote<[string]>(importing, context, async (store, [file]) => {
      const wanted = readTemplates(file)
      await setTexts(store, wanted)
      const texts = countOf(wanted)
      return { json: { file, texts }, text: `${context.print.counted(texts, 'text')} set.` }
    })
  }

const countOf = ({ contract, returnSlip, mail = [] }: TemplatesFile): number =>
  [contract, returnSlip].filter(Boolean).length + mail.length

const ownTexts = async (store: AdoptionStore): Promise<TemplatesFile> => {
  const documents = await store.documents.templates()
  const mail = (await store.mailTemplates.list()).templates.filter(({ isDefault }) => !isDefault)
  return {
    ...ownDocuments(documents),
    ...(mail.length > 0 && {
      mail: mail.map(({ kind, language, subject, text }) => ({ kind, language, subject, text })),
    }),
  }
}

type Documents = Awaited<ReturnType<AdoptionStore['documents']['templates']>>

const ownDocuments = ({ contract, returnSlip }: Documents): TemplatesFile => ({
  ...(!contract.isDefault && { contract: textOf(contract) }),
  ...(!returnSlip.isDefault && { returnSlip: textOf(returnSlip) }),
})

const textOf = ({ title, text }: NewDocumentTemplate): NewDocumentTemplate => ({ title, text })

/** Fails at the first text that the service rejects, and names its field. */
const setTexts = async (store: AdoptionStore, { contract, returnSlip, mail = [] }: TemplatesFile): Promise<void> => {
  if (contract || returnSlip) {
    const { data, etag } = await store.documents.templates().withResponse()
    const all = {
      ...ownDocuments(data),
      ...(contract && { contract }),
      ...(returnSlip && { returnSlip }),
    }
    await store.documents.putTemplates(all, {}, { ifMatch: etag })
  }
  for (const { kind, language, ...template } of mail) {
    await store.mailTemplates.put(kind, language, template)
  }
}

/** The service checks the texts themselves. */
const readTemplates = (file: string): TemplatesFile => {
  const value: unknown = parseExact(readFileSync(file, 'utf8'))
  if (!isRecord(value)) throw invalid(`${file} must be a JSON object`)
  for (const name of Object.keys(value)) {
    if (!['contract', 'returnSlip', 'mail'].includes(name))
      throw invalid(`${file}: ${name} is not one of contract, returnSlip and mail`)
  }
  const { mail = [] } = value
  if (!Array.isArray(mail)) throw invalid(`${file}: mail must be a list`)
  for (const [at, one] of mail.entries()) {
    for (const name of ['kind', 'language', 'subject', 'text'])
      if (!isRecord(one) || typeof one[name] !== 'string') throw invalid(`${file}: mail[${at}].${name} must be a text`)
  }
  return value
}

const invalid = (message: string) => new CommandFailure('invalid_file', message)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
