/** The number of consecutive failures that opens a circuit. */
const FAILURES = 10
/** How long it stays open at first; the time doubles with each further failure. */
const FIRST_OPEN_MS = 5_000
const MAX_OPEN_MS = 300_000

type Circuit = { failures: number; openUntilMs: number; openings: number; isProbing: boolean }

/** Stops attempts that would probably fail. After a while one attempt is allowed, and decides whether others follow. */
export const circuitBreaker = (steadyMs: () => number) => {
  const circuits = new Map<string, Circuit>()
  const open = (name: string): Circuit | undefined => {
    const circuit = circuits.get(name)
    return circuit && circuit.failures >= FAILURES ? circuit : undefined
  }

  return {
    /** How many attempts may begin. */
    room(name: string): number {
      const circuit = open(name)
      if (!circuit) return Number.POSITIVE_INFINITY
      return circuit.isProbing || steadyMs() < circuit.openUntilMs ? 0 : 1
    },

    began(name: string): void {
      const circuit = open(name)
      if (circuit) circuit.isProbing = true
    },

    succeeded: (name: string): void => void circuits.delete(name),

    failed(name: string): void {
      const circuit = circuits.get(name) ?? {
        failures: 0,
        openUntilMs: 0,
        openings: 0,
        isProbing: false,
      }
      circuits.set(name, circuit)
      circuit.failures += 1
      circuit.isProbing = false
      // An attempt that began before the circuit opened brings no new information.
      if (circuit.failures < FAILURES || steadyMs() < circuit.openUntilMs) return
      circuit.openUntilMs = steadyMs() + Math.min(FIRST_OPEN_MS * 2 ** circuit.openings, MAX_OPEN_MS)
      circuit.openings += 1
    },

    /** The attempt ended without a result for the destination. */
    ended(name: string): void {
      const circuit = circuits.get(name)
      if (circuit) circuit.isProbing = false
    },

    /** Allows an attempt now, because somebody has asked for it. */
    allow(name: string): void {
      const circuit = open(name)
      if (circuit) circuit.openUntilMs = steadyMs()
    },

    keepOnly(names: ReadonlySet<string>): void {
      for (const name of circuits.keys()) if (!names.has(name)) circuits.delete(name)
    },
  }
}
