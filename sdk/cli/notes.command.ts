import type { Command } from 'commander'
import type { CommandContext } from './remote.ts'
import { noteCommands as generated } from './resource-commands.gen.ts'

/** `notes list|get|add|remove`: the notes about an animal of a remote service. */
export const noteCommands = (context: CommandContext): ((notes: Command) => void) =>
  generated(context, {
    headings: ['ID', 'WRITTEN', 'BY', 'TEXT'],
    row: ({ id, createdAt, author, text }) => [id, createdAt, author.name ?? author.type, text.replaceAll(/\s+/g, ' ')],
    text: ({ createdAt, author, text }) => `${createdAt}, ${author.name ?? author.type}:\n${text}`,
  })
