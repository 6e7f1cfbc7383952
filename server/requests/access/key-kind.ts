/** `publishable` keys are embedded in web pages, where everybody can read them. */
export const keyKinds = ['secret', 'publishable'] as const
export type KeyKind = (typeof keyKinds)[number]
