import { type Framing, type Framings, outcomeOf, wholeOf } from './wire.ts'

const AT_ONCE = 16

/** Returns those with an unexpected outcome, and that outcome. */
export const unexpected = async (
  port: number,
  framings: Framings,
  cutsOf: (bytes: Buffer) => readonly number[] = () => [],
): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  const waiting = Object.entries(framings)
  const take = async ([name, framing]: [string, Framing]): Promise<void> => {
    const cuts = cutsOf(wholeOf(framing))
    const outcome = await outcomeOf(port, framing, cuts).catch(String)
    const where = cuts.length === 1 ? ` (cut at ${cuts})` : ''
    if (outcome !== framing.expect) found[name] = `${outcome}, not ${framing.expect}${where}`
  }
  const takeAll = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await take(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeAll))
  return found
}
