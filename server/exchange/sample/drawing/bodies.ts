import { eye, glints } from './faces.ts'
import { ellipse, fill, type Look, path, stroke } from './picture.ts'

const ink = '#2b2420'

/** The chest and shoulders of a sitting animal with its collar; the head is drawn over it. */
export const sitting = ({ coat, collar, markings }: Look, width: number) => {
  const { base, shade, light } = coat
  const half = width / 2
  return [
    path(
      `M${-half} 700C${-half - 20} 380 ${-half * 0.8} 160 0 160S${half + 20} 380 ${half} 700Z`,
      fill(base),
    ),
    path(
      `M${-half} 700C${-half - 20} 380 ${-half * 0.8} 160 0 160C${-half * 0.5} 260 ${-half * 0.55} 480 ${-half * 0.4} 700Z`,
      fill(shade, 0.35),
    ),
    path(
      `M${-half * 0.45} 700C${-half * 0.5} 440 ${-half * 0.3} 300 0 290S${half * 0.5} 440 ${half * 0.45} 700Z`,
      fill(markings === 'mask' ? base : light),
    ),
    path('M-60 470V700M60 470V700', stroke(shade, 8, 0.35)),
    collar
      ? path(
          `M${-half * 0.72} 262Q0 370 ${half * 0.72} 262L${half * 0.74} 304Q0 416 ${-half * 0.74} 304Z`,
          fill(collar),
        )
      : '',
    collar
      ? ellipse(0, 386, 34, 34, fill('#e9c46a')) + ellipse(0, 386, 20, 20, stroke('#b98f33', 5))
      : '',
  ].join('')
}

/** A small parrot on its perch. */
export const bird = ({ coat, eyes = '#2c1d15', markings }: Look) => {
  const { base, shade, light } = coat
  return [
    path('M-330 420H330', stroke('#9a7c58', 34)),
    path('M-60 330C-90 470 -60 620 -20 700C20 620 60 470 60 330Z', fill(shade)),
    path(
      'M0 -260C130 -260 200 -170 200 -50C210 60 230 150 190 260C150 380 60 430 0 430S-150 380 -190 260C-230 150 -210 60 -200 -50C-200 -170 -130 -260 0 -260Z',
      fill(base),
    ),
    path('M-196 40C-260 180 -220 340 -110 400C-130 280 -130 150 -196 40Z', fill(shade)),
    path('M196 40C260 180 220 340 110 400C130 280 130 150 196 40Z', fill(shade)),
    ellipse(0, 220, 110, 160, fill(light)),
    markings === 'mask' ? ellipse(0, -90, 150, 120, fill(light)) : '',
    path(
      'M-20 -250Q-70 -370 -10 -400Q-10 -330 20 -300Q30 -370 80 -370Q40 -310 36 -250Z',
      fill(light),
    ),
    [110, -110].map((x) => ellipse(x, 0, 42, 34, fill('#e2905a', 0.75))).join(''),
    path('M-46 -50Q0 -96 46 -50Q40 30 0 70Q-40 30 -46 -50Z', fill('#e6b566')),
    path('M-40 -10Q0 14 40 -10', stroke('#b98437', 7)),
    [88, -88].map((x) => eye(x, -96, 28, eyes)).join(''),
    glints(88, -96, 28),
    path('M-70 424V460M-40 426V464M40 426V464M70 424V460', stroke('#c98d6a', 16)),
  ].join('')
}

export const tortoise = ({ coat, eyes = '#2c1d15' }: Look) => {
  const { base, shade, light } = coat
  return [
    ellipse(0, 480, 520, 60, fill(ink, 0.12)),
    [-330, 330].map((x) => ellipse(x, 420, 110, 90, fill(light))).join(''),
    path(
      'M-480 400C-480 120 -260 -40 0 -40S480 120 480 400C480 460 -480 460 -480 400Z',
      fill(shade),
    ),
    path('M-420 380C-420 150 -230 10 0 10S420 150 420 380Z', fill(base)),
    path(
      'M0 10L-90 130 0 250 90 130ZM-90 130L-280 120M90 130L280 120M0 250V380M-90 130Q-190 230 -250 380M90 130Q190 230 250 380',
      stroke(shade, 16),
    ),
    path(
      'M0 200C110 200 170 270 170 360C170 470 90 530 0 530S-170 470 -170 360C-170 270 -110 200 0 200Z',
      fill(light),
    ),
    [92, -92].map((x) => eye(x, 340, 28, eyes)).join(''),
    glints(92, 340, 28),
    path('M-60 450Q0 490 60 450', stroke(ink, 8, 0.7)),
    ellipse(-18, 408, 6, 5, fill(ink)) + ellipse(18, 408, 6, 5, fill(ink)),
  ].join('')
}
