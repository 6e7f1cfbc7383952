/** The features of a picture. The same features always give the same picture. */
export type Look = {
  kind: 'dog' | 'cat' | 'rabbit' | 'guineaPig' | 'bird' | 'horse' | 'tortoise'
  coat: Coat
  ears?: 'up' | 'folded' | 'floppy'
  /** Long fur shows at the cheeks. */
  isFluffy?: boolean
  markings?: Marking
  eyes?: string
  scene: Scene
  /** The colour of its collar or bandana. */
  collar?: string
}

/** Colours of the coat, as in CSS. */
export type Coat = { base: string; shade: string; light: string }

type Marking = 'none' | 'patch' | 'blaze' | 'mask' | 'stripes' | 'spots' | 'points'
export type Scene = 'garden' | 'sofa' | 'window' | 'meadow' | 'studio' | 'kennel'

export const ellipse = (cx: number, cy: number, rx: number, ry: number, attributes: string) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" ${attributes}/>`

export const path = (d: string, attributes: string) => `<path d="${d}" ${attributes}/>`

export const fill = (colour: string, opacity = 1) =>
  opacity === 1 ? `fill="${colour}"` : `fill="${colour}" opacity="${opacity}"`

export const stroke = (colour: string, width: number, opacity = 1) =>
  `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"`

/** The same shape on both sides of the face. */
export const bothSides = (shape: string) => `${shape}<g transform="scale(-1 1)">${shape}</g>`
