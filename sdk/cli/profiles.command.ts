import { type Command, InvalidArgumentError } from 'commander'
import { type Int64, type ProfilePatch, parseExact } from '../mod.ts'
import { type CommandContext, readId, remote } from './remote.ts'
import { itemOf } from './resource-output.ts'

/** `profiles get|set`: the profiles of animals of a remote service. */
export const profileCommands =
  (context: CommandContext) =>
  (profiles: Command): void => {
    const get = profiles
      .command('get')
      .description('show the profile of an animal')
      .argument('<id>', 'the animal', readId)
    remote<[Int64]>(get, context, async (store, [id]) => itemOf(await store.profiles.get(id)))

    const set = profiles
      .command('set')
      .description('change the given fields, and leave the others')
      .argument('<id>', 'the animal', readId)
      .argument('<changes>', `JSON, such as '{"species":"dog","published":true}'`, readChanges)
    remote<[Int64, ProfilePatch]>(set, context, async (store, [id, changes]) =>
      itemOf(await store.profiles.update(id, changes)),
    )
  }

/** The service reports invalid fields. */
const readChanges = (text: string): ProfilePatch => {
  try {
    const changes = parseExact(text)
    if (changes && typeof changes === 'object' && !Array.isArray(changes)) {
      return changes as ProfilePatch
    }
  } catch {
    // The result is printed below.
  }
  throw new InvalidArgumentError('It must be a JSON object.')
}
