import fc from 'fast-check'

/**
 * One of all there are but half a surrogate pair, as the unit of `fc.string()`. Its own `binary` first makes a table of
 * the million, which takes a second in each process.
 */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10_ff_ff - 0x8_00 }))
  .map((at) => String.fromCodePoint(at < 0xd8_00 ? at : at + 0x8_00))
