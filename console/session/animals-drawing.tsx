/** A decoration: a dog, a cat and a rabbit that look over the edge. */
export const Animals = () => (
  <svg viewBox="0 0 720 520" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
    <circle cx="560" cy="120" r="64" fill="#f4dca3" opacity=".8" />
    <path d="M0 400c110-64 214-58 330-14s250 44 390-18v152H0z" fill="var(--accent)" opacity=".16" />
    <path d="M0 452c150-46 276-34 390-8s210 18 330-26v102H0z" fill="var(--accent)" opacity=".22" />
    <Rabbit />
    <Dog />
    <Cat />
    <path d="M0 496c170-26 520-26 720 0v24H0z" fill="color-mix(in srgb, var(--accent) 62%, var(--accent-soft))" />
  </svg>
)

const line = '#2b211b'

const Eyes = ({ left, right, y }: { left: number; right: number; y: number }) => (
  <>
    <circle cx={left} cy={y} r="8" fill={line} />
    <circle cx={right} cy={y} r="8" fill={line} />
    <circle cx={left + 3} cy={y - 3} r="2.5" fill="#fff" />
    <circle cx={right + 3} cy={y - 3} r="2.5" fill="#fff" />
  </>
)

const Dog = () => (
  <g transform="translate(236 196)">
    <path d="M40 330c0-92 34-150 90-150s90 58 90 150z" fill="#c98b52" />
    <ellipse cx="130" cy="110" rx="78" ry="76" fill="#c98b52" />
    <path d="M72 56C28 40 18 124 50 164c26-16 36-58 36-92z" fill="#8d5a2f" />
    <path d="M188 56c44-16 54 68 22 108-26-16-36-58-36-92z" fill="#8d5a2f" />
    <ellipse cx="130" cy="142" rx="46" ry="40" fill="#f6eee2" />
    <Eyes left={102} right={158} y={104} />
    <path d="M115 126h30l-15 17z" fill={line} />
    <path
      d="M130 143q-1 15-18 15M130 143q1 15 18 15"
      fill="none"
      stroke={line}
      strokeWidth="3.5"
      strokeLinecap="round"
    />
    <path d="M122 160q8 24 18 0z" fill="#d9777a" />
    <path d="M84 232q46 26 92 0" fill="none" stroke="#a3323a" strokeWidth="11" />
    <circle cx="130" cy="252" r="10" fill="#e9b44c" />
  </g>
)

const Cat = () => (
  <g transform="translate(452 268)">
    <path d="M24 250c0-84 30-128 80-128s80 44 80 128z" fill="#6f757c" />
    <path d="M44 82 46 10l58 44zM164 82l-2-72-58 44z" fill="#6f757c" />
    <path d="M55 62 56 32l26 20zM153 62l-1-30-26 20z" fill="#e3a99f" />
    <ellipse cx="104" cy="96" rx="68" ry="58" fill="#6f757c" />
    <ellipse cx="104" cy="118" rx="34" ry="24" fill="#eceae6" />
    <ellipse cx="80" cy="92" rx="9" ry="9.500" fill="#e8d26a" />
    <ellipse cx="128" cy="92" rx="9" ry="9.500" fill="#e8d26a" />
    <ellipse cx="80" cy="92" rx="3" ry="8" fill={line} />
    <ellipse cx="128" cy="92" rx="3" ry="8" fill={line} />
    <path d="M96 108h16l-8 9z" fill="#d58c86" />
    <path
      d="M104 117q-1 10-12 10M104 117q1 10 12 10M60 110l-28-6M60 118l-28 4M148 110l28-6M148 118l28 4"
      fill="none"
      stroke={line}
      strokeWidth="2.500"
      strokeLinecap="round"
      opacity=".75"
    />
  </g>
)

const Rabbit = () => (
  <g transform="translate(66 262)">
    <path d="M26 250c0-78 28-118 74-118s74 40 74 118z" fill="#e7dccb" />
    <ellipse cx="74" cy="24" rx="19" ry="66" fill="#e7dccb" transform="rotate(-8 74 24)" />
    <ellipse cx="128" cy="24" rx="19" ry="66" fill="#e7dccb" transform="rotate(10 128 24)" />
    <ellipse cx="74" cy="30" rx="9" ry="46" fill="#e9b9b0" transform="rotate(-8 74 24)" />
    <ellipse cx="128" cy="30" rx="9" ry="46" fill="#e9b9b0" transform="rotate(10 128 24)" />
    <ellipse cx="100" cy="112" rx="60" ry="54" fill="#e7dccb" />
    <Eyes left={80} right={120} y={106} />
    <path d="M93 122h14l-7 8z" fill="#d58c86" />
    <path d="M100 130q-1 9-10 9M100 130q1 9 10 9" fill="none" stroke={line} strokeWidth="2.500" strokeLinecap="round" />
    <circle cx="64" cy="126" r="10" fill="#e9b9b0" opacity=".7" />
    <circle cx="136" cy="126" r="10" fill="#e9b9b0" opacity=".7" />
  </g>
)
