import type { Sharp } from 'sharp'
import { picture } from './images.ts'

/**
 * The expected outcome of a file: `upright` serves a picture of 60 by 40 with its red corner in place, a pattern is the
 * reason for a rejection, and `either` allows both.
 */
type Outcome = 'upright' | 'served' | 'either' | RegExp
export type Hostile = { name: string; bytes: Buffer; outcome: Outcome }

/** Contained in all metadata. */
export const SECRET = 'secret'
export const [WIDTH, HEIGHT] = [60, 40]
/** Code that another program would run. */
export const TEXT = Buffer.from(`<?php ${SECRET} ?><script>alert("${SECRET}")</script>`)

export const small = () => picture(WIDTH, HEIGHT)
export const encoders = {
  jpeg: (image: Sharp) => image.jpeg({ quality: 95 }).toBuffer(),
  'progressive jpeg': (image: Sharp) => image.jpeg({ quality: 95, progressive: true }).toBuffer(),
  png: (image: Sharp) => image.png().toBuffer(),
  webp: (image: Sharp) => image.webp({ quality: 95 }).toBuffer(),
  'lossless webp': (image: Sharp) => image.webp({ lossless: true }).toBuffer(),
  avif: (image: Sharp) => image.avif({ quality: 90 }).toBuffer(),
  gif: (image: Sharp) => image.gif().toBuffer(),
}
export type Format = keyof typeof encoders
export const formats = Object.keys(encoders) as Format[]

export type Plain = Record<Format, Buffer>

export const withText = (head: string, data: Buffer): Buffer => Buffer.concat([Buffer.from(head, 'latin1'), data])
