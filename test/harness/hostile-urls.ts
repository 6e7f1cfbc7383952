const inwardV4 = [
  '127.0.0.1',
  '127.8.9.10',
  '10.0.0.1',
  '172.16.5.4',
  '192.168.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '0.0.0.0',
  '192.0.0.192',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
]

const inwardV6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'ff02::1',
  'fec0::1',
  '2001:db8::1',
  '100::1',
  '64:ff9b:1::1',
  '2001::1',
  '5f00::1',
]

const inwardNames = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'db.internal',
  'metadata.google.internal',
  'intranet',
  'nas.home.arpa',
  'router.lan',
  'ldap.corp',
]

/** Every spelling of an IPv4 address in a URL, and the IPv6 addresses that contain one. */
const spellings = (address: string): string[] => {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number, digits = 0) => value.toString(16).padStart(digits, '0')
  const [high, low] = [hex(a * 256 + b, 4), hex(c * 256 + d, 4)]
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    `0${number.toString(8)}`,
    parts.map((part) => `0x${hex(part)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    address.replaceAll('.', '。'),
    address.replaceAll('.', '%2e'),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[::${high}:${low}]`,
    `[64:ff9b::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::1]`,
  ]
}

/** URLs with internal addresses in every spelling. */
export const hostileUrls = (port: number): string[] => {
  const hosts = [...inwardV4.flatMap(spellings), ...inwardV6.map((address) => `[${address}]`), ...inwardNames]
  return hosts.map((host) => `http://${host}:${port}/hook`)
}

/** Public host names that resolve to internal addresses. */
export const hostileNames = new Map(
  [...inwardV4, ...inwardV6, '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'].map((address, at) => [
    `inward-${at}.example.org`,
    [address],
  ]),
)
hostileNames.set('mixed.example.org', ['93.184.215.14', '127.0.0.1'])
