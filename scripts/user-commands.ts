import { print } from '../sdk/cli/output.ts'
import { userCommands as commandsOf } from '../sdk/cli/user-commands.ts'
import type { CommandEntry, OverallEntry } from '../server/program/cli/command-entry.ts'

/** A response is at most one page of a list. Event streams may be longer. */
const limits = {
  timeoutMs: 60_000,
  maxBytes: 32 * 1_048_576,
  allowsEventStream: true,
  isLoopbackDirect: true,
}

/** Commands over HTTP, which need a key and not the store. */
export const userCommands: readonly (CommandEntry | OverallEntry)[] = [
  ...commandsOf({
    print,
    async fetch(address, init) {
      // Loaded only by commands that send something.
      const { boundedFetch } = await import('../server/platform/http/outbound.ts')
      return boundedFetch(limits)(address, init)
    },
  }),
  {
    name: 'completion',
    names: ['completion', 'complete'],
    description: 'print a script that adds this command and its completions to a shell',
    examples: ['completion bash'],
    addTo: async () => (await import('./completion.command.ts')).completionCommand,
  },
]
