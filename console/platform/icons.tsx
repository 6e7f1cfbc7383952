import type { ReactNode } from 'react'

// Drawn for this console, 24 units square. Hidden from screen readers, as each stands beside its text.

type IconProps = { size?: number }

const icon =
  (shape: ReactNode, isFilled = false) =>
  ({ size = 20 }: IconProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke={isFilled ? 'none' : 'currentColor'}
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shape}
    </svg>
  )

export const PawIcon = icon(
  <>
    <ellipse cx="5.5" cy="11" rx="2.1" ry="2.8" />
    <ellipse cx="9.6" cy="6.6" rx="2.1" ry="2.9" />
    <ellipse cx="14.4" cy="6.6" rx="2.1" ry="2.9" />
    <ellipse cx="18.5" cy="11" rx="2.1" ry="2.8" />
    <path d="M12 11.200c-2.9 0-5.6 3-5.6 5.6 0 1.7 1.2 2.7 2.7 2.7 1.1 0 1.9-.5 2.9-.5s1.8.5 2.9.5c1.5 0 2.7-1 2.7-2.7 0-2.6-2.7-5.6-5.6-5.600z" />
  </>,
  true,
)
export const CategoryIcon = icon(
  <>
    <path d="M3 11V4h7l11 11-7 6z" />
    <path d="M7 8h.01" />
  </>,
)
export const HeartIcon = icon(
  <path d="M12 20s-7.5-4.6-7.5-10.200A4.2 4.2 0 0 1 12 7.300a4.2 4.2 0 0 1 7.5 2.500C19.5 15.4 12 20 12 20z" />,
)
export const InboxIcon = icon(<path d="M4 13l3-8h10l3 8v6H4zM4 13h5l1.5 3h3L15 13h5" />)
export const TodayIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 7.500V12l3 2" />
  </>,
)
export const BuildingIcon = icon(<path d="M4 20V9l8-5 8 5v11M9.5 20v-6h5v6M2.5 20h19" />)
export const HomeIcon = icon(<path d="M3.5 11L12 4l8.500 7M6 9.500V20h12V9.500M10 20v-5h4v5" />)
export const BanIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M6.5 6.500l11 11" />
  </>,
)
export const SettingsIcon = icon(
  <>
    <circle cx="12" cy="12" r="3" />
    <path d="M12 3v2.500M12 18.500V21M3 12h2.500M18.5 12H21M5.6 5.600l1.8 1.800M16.6 16.600l1.8 1.800M18.4 5.600l-1.8 1.800M7.4 16.600l-1.8 1.8" />
  </>,
)
export const UsageIcon = icon(<path d="M4 20V10M10 20V4M16 20v-7M21 20H3" />)
export const KeyIcon = icon(
  <>
    <circle cx="8" cy="15" r="4" />
    <path d="M11 12l8-8M16 7l3 3" />
  </>,
)
export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M15.5 5.200a3.2 3.2 0 1 1 .8 6.300M17.5 14.300c2.6.500 4 2.4 4 5.2" />
  </>,
)
export const SessionsIcon = icon(
  <>
    <path d="M3 6h13v9H3zM1.5 18h10" />
    <path d="M16 10h5v10h-5z" />
  </>,
)
export const SignOutIcon = icon(<path d="M14 4H5v16h9M10 12h11M17 8l4 4-4 4" />)
export const WebhookIcon = icon(<path d="M4 12h10M10 7l5 5-5 5M19 5v14" />)
export const RequestsIcon = icon(<path d="M4 6h10M4 12h16M4 18h7M17 4l3 2-3 2" />)
export const AuditIcon = icon(<path d="M6 4h12v16H6zM9 9h6M9 13h6M9 17h3" />)
export const FormIcon = icon(<path d="M5 4h14v16H5zM8.500 9h2M13.500 9h2M8.500 14h7" />)
export const TransferIcon = icon(<path d="M7 4v15M3.500 8L7 4l3.500 4M17 20V5M13.500 16l3.500 4 3.500-4" />)
export const MailIcon = icon(<path d="M4 6h16v12H4zM4 7l8 6 8-6" />)
export const MoreIcon = icon(
  <>
    <circle cx="5" cy="12" r="1.8" />
    <circle cx="12" cy="12" r="1.8" />
    <circle cx="19" cy="12" r="1.8" />
  </>,
  true,
)
export const CloseIcon = icon(<path d="M6 6l12 12M18 6L6 18" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </>,
)
