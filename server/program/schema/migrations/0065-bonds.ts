import type { Step } from '../../../platform/storage/migration.ts'

/** Bonds between animals have two sides. The current program writes the missing ones. */
export const bonds: Step = {
  version: '1.4.0',
  isAdditive: true,
  async up() {},
}
