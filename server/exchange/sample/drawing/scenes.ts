import { ellipse, fill, path, type Scene, stroke } from './picture.ts'

/** The backgrounds, which are blurred and brighter than the animal. */
export const scenes: Record<Scene, string> = {
  garden: [
    path('M0 0H1600V1200H0Z', fill('#dfe9d2')),
    ellipse(260, 330, 420, 330, fill('#c3d7ac')),
    ellipse(1400, 260, 460, 380, fill('#b5cd9f')),
    ellipse(900, 200, 380, 240, fill('#d0e0bb')),
    ellipse(1180, 560, 260, 170, fill('#a9c48f', 0.8)),
    path('M0 830Q420 760 820 820T1600 790V1200H0Z', fill('#9dbb7f')),
    path('M0 960Q500 900 980 960T1600 930V1200H0Z', fill('#86a869')),
    ...[150, 340, 1230, 1420].map((x, at) =>
      ellipse(x, 900 + (at % 2) * 60, 16, 16, fill(at % 2 ? '#f4d58d' : '#f3c6c0')),
    ),
  ].join(''),
  sofa: [
    path('M0 0H1600V1200H0Z', fill('#efe3d6')),
    path('M0 0H1600V520H0Z', fill('#e6d5c3')),
    path('M120 420Q120 330 230 330H1370Q1480 330 1480 420V1200H120Z', fill('#8fa3a3')),
    path('M800 350V860', stroke('#7d9191', 10)),
    path('M-40 620Q-40 520 80 520T220 640V1200H-40Z', fill('#809595')),
    path('M1380 640Q1380 520 1500 520T1640 620V1200H1380Z', fill('#809595')),
    path('M160 880H1440V1200H160Z', fill('#9bb0ae')),
    path('M1010 470L1290 430 1340 690 1060 740Z', fill('#e0a458')),
    path('M1060 510L1260 480', stroke('#c98d43', 8)),
  ].join(''),
  window: [
    path('M0 0H1600V1200H0Z', fill('#e9e2d8')),
    path('M240 80H1360V860H240Z', fill('#cfe3ec')),
    ellipse(520, 720, 330, 190, fill('#b7d1b5', 0.9)),
    ellipse(1120, 760, 360, 210, fill('#a9c6a4', 0.9)),
    ellipse(1090, 230, 90, 90, fill('#fbe9b7')),
    path('M800 80V860M240 440H1360', stroke('#fbf7f0', 26)),
    path('M240 80H1360V860H240Z', stroke('#fbf7f0', 44)),
    path('M0 900H1600V1200H0Z', fill('#d9cbb8')),
    path('M0 900H1600V940H0Z', fill('#f2eadf')),
  ].join(''),
  meadow: [
    path('M0 0H1600V1200H0Z', fill('#d6e6ee')),
    ellipse(330, 220, 250, 70, fill('#f3f8fa')),
    ellipse(1240, 150, 300, 80, fill('#f3f8fa')),
    path('M0 640Q400 470 800 610T1600 540V1200H0Z', fill('#b9d0a0')),
    path('M0 780Q480 680 940 770T1600 720V1200H0Z', fill('#a3c083')),
    path('M0 930Q500 860 1000 920T1600 880V1200H0Z', fill('#8caf6b')),
    path('M60 640V760M200 610V735M340 600V720', stroke('#8a6d4c', 14)),
    path('M30 665L370 620M30 710L370 662', stroke('#9a7c58', 12)),
  ].join(''),
  studio: [
    path('M0 0H1600V1200H0Z', fill('#f1dcd0')),
    ellipse(800, 520, 760, 620, fill('#f8e9e0')),
    path('M0 960Q800 880 1600 960V1200H0Z', fill('#e7c9b8')),
  ].join(''),
  kennel: [
    path('M0 0H1600V1200H0Z', fill('#e7e4dc')),
    path(
      [200, 400, 600, 800, 1000, 1200, 1400].map((x) => `M${x} 0V780`).join(''),
      stroke('#d5d0c4', 16),
    ),
    path('M0 260H1600', stroke('#d5d0c4', 16)),
    path('M0 780H1600V1200H0Z', fill('#cdbfa8')),
    path('M0 780H1600V806H0Z', fill('#bcae96')),
    path('M240 1010Q800 840 1360 1010V1200H240Z', fill('#b4675a')),
    path('M330 1010Q800 880 1270 1010', stroke('#c98376', 14)),
  ].join(''),
}
