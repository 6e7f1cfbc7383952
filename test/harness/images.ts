import sharp, { type Sharp } from 'sharp'

/** A picture with a different colour in each corner, to check its orientation. */
export const picture = (width = 800, height = 600): Sharp => {
  const corner = (color: string, left: number, top: number) => ({
    input: {
      create: { width: half(width), height: half(height), channels: 3 as const, background: color },
    },
    left,
    top,
  })
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite([
    corner('#ff0000', 0, 0),
    corner('#0000ff', width - half(width), height - half(height)),
  ])
}

const half = (side: number): number => Math.max(1, side >> 1)

export const jpeg = (width?: number, height?: number): Promise<Buffer> => picture(width, height).jpeg().toBuffer()
