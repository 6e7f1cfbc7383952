import { bird, sitting, tortoise } from './bodies.ts'
import { catHead, dogHead, guineaPigHead, horseHead, rabbitHead } from './faces.ts'
import type { Look } from './picture.ts'
import { scenes } from './scenes.ts'

/**
 * The width of the largest variant on a page: larger ones take twice as long to render. Drawn on a
 * canvas of 1600 x 1200.
 */
const PICTURE = { width: 1280, height: 960 }

/** A portrait of an animal as an SVG image. */
export const drawingOf = (look: Look): string => {
  const { width, height } = PICTURE
  const { x, y, scale } = placeOf[look.kind]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200" width="${width}" height="${height}">`,
    scenes[look.scene],
    `<g transform="translate(${x} ${y}) scale(${scale})">${animals[look.kind](look)}</g>`,
    '</svg>',
  ].join('')
}

const animals: Record<Look['kind'], (look: Look) => string> = {
  dog: (look) => sitting(look, 620) + dogHead(look),
  cat: (look) => sitting(look, 520) + catHead(look),
  rabbit: (look) => sitting(look, 480) + rabbitHead(look),
  guineaPig: (look) => sitting(look, 640) + guineaPigHead(look),
  horse: (look) => sitting(look, 560) + horseHead(look),
  bird,
  tortoise,
}

const placeOf: Record<Look['kind'], { x: number; y: number; scale: number }> = {
  dog: { x: 800, y: 560, scale: 1.05 },
  cat: { x: 800, y: 590, scale: 1.05 },
  rabbit: { x: 800, y: 680, scale: 1 },
  guineaPig: { x: 800, y: 680, scale: 1 },
  horse: { x: 800, y: 600, scale: 1 },
  bird: { x: 800, y: 520, scale: 1 },
  tortoise: { x: 800, y: 520, scale: 1.05 },
}
