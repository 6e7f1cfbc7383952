import fc from 'fast-check'

/**
 * Any character except a lone surrogate, as the unit of `fc.string()`. The library's `binary` first builds a table of a
 * million characters, which takes a second in each process.
 */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10_ff_ff - 0x8_00 }))
  .map((at) => String.fromCodePoint(at < 0xd8_00 ? at : at + 0x8_00))
