import { bothSides, ellipse, fill, type Look, path, stroke } from './picture.ts'

const ink = '#2b2420'

/** A round eye with a highlight, at one side of the face. */
export const eye = (x: number, y: number, size: number, colour: string) =>
  [
    ellipse(x, y, size, size * 1.06, fill(ink)),
    ellipse(x, y, size * 0.8, size * 0.86, fill(colour)),
    ellipse(x, y, size * 0.5, size * 0.56, fill('#17120f')),
    path(
      `M${x - size * 1.15} ${y - size * 0.35}Q${x} ${y - size * 1.5} ${x + size * 1.15} ${y - size * 0.35}`,
      stroke(ink, size * 0.16, 0.5),
    ),
  ].join('')

/** The highlights are on the same side of both eyes. */
export const glints = (x: number, y: number, size: number) =>
  [x, -x]
    .map((at) => ellipse(at - size * 0.3, y - size * 0.35, size * 0.22, size * 0.24, fill('#fff')))
    .join('')

export const dogHead = ({ coat, ears = 'floppy', eyes = '#6b4423', markings, isFluffy }: Look) => {
  const { base, shade, light } = coat
  const earShapes = {
    floppy: path(
      'M150 -210C250 -270 345 -210 350 -60C352 60 310 150 265 150C215 150 205 20 170 -60Z',
      fill(shade),
    ),
    folded: [
      path('M110 -215C150 -330 230 -370 290 -330C300 -250 280 -150 235 -95Z', fill(base)),
      path('M190 -345C240 -380 330 -330 340 -215C290 -215 225 -240 190 -345Z', fill(shade)),
    ].join(''),
    up: [
      path('M95 -195C130 -330 200 -430 265 -440C305 -340 300 -200 240 -85Z', fill(base)),
      path('M150 -215C175 -310 215 -375 250 -390C272 -310 265 -215 225 -140Z', fill('#d9a79a')),
    ].join(''),
  }
  const cheeks = isFluffy
    ? path('M205 10L300 60 262 80 320 140 262 150 280 215 190 200Z', fill(base))
    : ''
  return [
    ears === 'floppy' ? '' : bothSides(earShapes[ears]),
    bothSides(cheeks),
    path(
      'M0 -290C150 -290 250 -190 250 -40C250 130 150 260 0 260S-250 130 -250 -40C-250 -190 -150 -290 0 -290Z',
      fill(base),
    ),
    markings === 'patch'
      ? path(
          'M40 -285C180 -275 250 -160 245 -40C235 40 150 60 90 10C30 -60 20 -180 40 -285Z',
          fill(shade),
        )
      : '',
    markings === 'mask'
      ? path(
          'M0 -150C120 -170 240 -120 246 -20C240 130 150 255 0 258S-240 130 -246 -20C-240 -120 -120 -170 0 -150Z',
          fill(shade),
        )
      : '',
    markings === 'blaze'
      ? path(
          'M-42 -286C-30 -160 -60 -40 -95 40H95C60 -40 30 -160 42 -286Q0 -294 -42 -286Z',
          fill(light),
        )
      : '',
    markings === 'points' ? bothSides(ellipse(98, -128, 34, 24, fill(light))) : '',
    ellipse(0, 120, 150, 130, fill(light)),
    path('M0 60V150', stroke(shade, 5, 0.5)),
    path('M-92 168Q-50 214 0 172Q50 214 92 168', stroke(ink, 9, 0.8)),
    path('M-34 190Q0 280 34 190Q0 206 -34 190Z', fill('#d9727a')),
    path('M-68 42C-68 2 68 2 68 42C68 84 26 112 0 112S-68 84 -68 42Z', fill(ink)),
    ellipse(-20, 34, 20, 9, fill('#fff', 0.35)),
    bothSides(eye(104, -58, 36, eyes)),
    glints(104, -58, 36),
    bothSides(
      [104, 92]
        .map((x, at) => ellipse(x - at * 40, 128 + at * 22, 5, 5, fill(shade, 0.7)))
        .join(''),
    ),
    ears === 'floppy' ? bothSides(earShapes.floppy) : '',
  ].join('')
}

export const catHead = ({ coat, eyes = '#8ba34b', markings, isFluffy }: Look) => {
  const { base, shade, light } = coat
  const stripes = [
    path('M0 -268V-170M-58 -262Q-46 -210 -50 -172M58 -262Q46 -210 50 -172', stroke(shade, 24)),
    bothSides(path('M252 -10Q210 -2 178 8M250 62Q206 58 176 58', stroke(shade, 20))),
  ].join('')
  return [
    bothSides(
      [
        path(
          'M70 -190C120 -300 190 -395 250 -410C290 -310 296 -180 250 -60Z',
          fill(markings === 'points' ? shade : base),
        ),
        path('M130 -210C160 -290 200 -345 236 -362C258 -290 258 -200 232 -126Z', fill('#dfa79f')),
      ].join(''),
    ),
    bothSides(
      isFluffy ? path('M200 40L330 70 286 100 340 150 276 160 292 216 180 216Z', fill(base)) : '',
    ),
    path(
      'M0 -272C160 -272 275 -170 275 -20C275 130 160 230 0 230S-275 130 -275 -20C-275 -170 -160 -272 0 -272Z',
      fill(base),
    ),
    markings === 'stripes' ? stripes : '',
    markings === 'patch'
      ? path(
          'M20 -271C170 -272 275 -170 272 -20C250 50 150 40 100 -10C40 -70 10 -180 20 -271Z',
          fill(shade),
        )
      : '',
    markings === 'points' ? ellipse(0, 60, 190, 160, fill(shade, 0.85)) : '',
    markings === 'blaze'
      ? path(
          'M0 -180C36 -80 80 10 176 60C170 170 90 228 0 229S-170 170 -176 60C-80 10 -36 -80 0 -180Z',
          fill(light),
        )
      : '',
    markings === 'points' ? '' : bothSides(ellipse(58, 108, 84, 66, fill(light))),
    ellipse(0, 160, 60, 50, fill(markings === 'points' ? shade : light)),
    path('M-34 58Q0 44 34 58Q22 92 0 98Q-22 92 -34 58Z', fill('#c9707a')),
    path('M0 98V124M0 124Q-36 160 -74 138M0 124Q36 160 74 138', stroke(ink, 8, 0.75)),
    bothSides(path('M96 104L300 70M98 124L306 128M94 144L290 186', stroke('#fff', 4, 0.85))),
    bothSides(eye(112, -42, 46, eyes)),
    bothSides(ellipse(112, -42, 14, 38, fill('#17120f'))),
    glints(112, -42, 46),
  ].join('')
}

export const rabbitHead = ({ coat, ears = 'up', eyes = '#3d2a20', markings }: Look) => {
  const { base, shade, light } = coat
  const up = [
    path('M30 -190C20 -340 50 -520 120 -540C190 -520 190 -340 140 -170Z', fill(base)),
    path('M66 -215C62 -340 86 -460 120 -480C152 -450 150 -330 118 -205Z', fill('#e0aaa4')),
  ].join('')
  const lop = path(
    'M90 -200C220 -270 330 -170 340 10C345 130 300 210 250 200C200 190 210 40 150 -70Z',
    fill(shade),
  )
  return [
    ears === 'up' ? bothSides(up) : '',
    path(
      'M0 -240C130 -240 215 -150 228 -10C240 140 140 230 0 230S-240 140 -228 -10C-215 -150 -130 -240 0 -240Z',
      fill(base),
    ),
    markings === 'blaze'
      ? path(
          'M0 -238C50 -120 70 0 120 90C110 180 60 229 0 229S-110 180 -120 90C-70 0 -50 -120 0 -238Z',
          fill(light),
        )
      : '',
    markings === 'patch' ? bothSides(ellipse(120, -40, 78, 84, fill(shade))) : '',
    bothSides(ellipse(56, 120, 78, 68, fill(light))),
    path('M-30 66Q0 52 30 66Q18 92 0 96Q-18 92 -30 66Z', fill('#cf8088')),
    path('M0 96V120M0 120Q-30 146 -58 132M0 120Q30 146 58 132', stroke(ink, 7, 0.7)),
    path('M-20 150H20V182Q0 190 -20 182Z', fill('#fffaf2')),
    bothSides(path('M100 110L270 84M100 128L272 136', stroke('#fff', 4, 0.8))),
    bothSides(eye(132, -36, 36, eyes)),
    glints(132, -36, 36),
    ears === 'up' ? '' : bothSides(lop),
  ].join('')
}

export const guineaPigHead = ({ coat, eyes = '#2c1d15', markings }: Look) => {
  const { base, shade, light } = coat
  return [
    bothSides(path('M150 -150C230 -220 320 -190 320 -110C320 -50 250 -20 200 -60Z', fill(shade))),
    path(
      'M0 -230C170 -230 280 -130 290 10C298 150 170 250 0 250S-298 150 -290 10C-280 -130 -170 -230 0 -230Z',
      fill(base),
    ),
    markings === 'blaze'
      ? path(
          'M-50 -226C-40 -100 -90 20 -130 110C-110 200 -60 248 0 249S110 200 130 110C90 20 40 -100 50 -226Q0 -234 -50 -226Z',
          fill(light),
        )
      : '',
    markings === 'patch'
      ? path(
          'M20 -230C180 -225 285 -120 290 10C250 90 150 60 90 -10C40 -80 10 -160 20 -230Z',
          fill(shade),
        )
      : '',
    ellipse(0, 110, 130, 100, fill(light)),
    path('M-36 66Q0 50 36 66Q22 96 0 100Q-22 96 -36 66Z', fill('#c98a86')),
    path('M0 100V130M0 130Q-34 156 -62 140M0 130Q34 156 62 140', stroke(ink, 7, 0.7)),
    bothSides(eye(160, -20, 34, eyes)),
    glints(160, -20, 34),
    path('M-30 -225Q-60 -290 -10 -280Q10 -320 40 -272Q80 -280 50 -222Z', fill(base)),
  ].join('')
}

export const horseHead = ({ coat, eyes = '#4a2f1d', markings }: Look) => {
  const { base, shade, light } = coat
  return [
    bothSides(path('M70 -330C90 -430 140 -490 180 -500C200 -420 190 -340 150 -270Z', fill(base))),
    path(
      'M0 -360C120 -360 180 -270 170 -130C160 20 150 120 140 210C130 300 70 340 0 340S-130 300 -140 210C-150 120 -160 20 -170 -130C-180 -270 -120 -360 0 -360Z',
      fill(base),
    ),
    markings === 'blaze'
      ? path('M0 -300C50 -220 36 0 60 180Q0 230 -60 180C-36 0 -50 -220 0 -300Z', fill(light))
      : '',
    path('M-132 200C-120 120 120 120 132 200C136 300 70 340 0 340S-136 300 -132 200Z', fill(shade)),
    bothSides(ellipse(62, 232, 22, 30, fill(ink, 0.85))),
    path('M-70 300Q0 326 70 300', stroke(ink, 8, 0.6)),
    bothSides(eye(128, -150, 34, eyes)),
    glints(128, -150, 34),
    path(
      'M-60 -430C-20 -470 60 -460 70 -400C90 -330 40 -250 60 -190C0 -220 -20 -270 -10 -320C-40 -280 -60 -250 -50 -200C-100 -270 -110 -370 -60 -430Z',
      fill(shade),
    ),
  ].join('')
}
