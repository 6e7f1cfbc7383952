import type { Tone } from './pill.tsx'
import { Pill } from './pill.tsx'

/** `<StatusPill {...petLabels[pet.status]} />` */
export const StatusPill = ({ label, tone }: { label: string; tone: Tone }) => <Pill tone={tone}>{label}</Pill>
