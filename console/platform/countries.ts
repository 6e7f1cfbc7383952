// The conventions of a country: its name, the format of addresses and its currency.

/** ISO 3166-1 alpha-2. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD ' +
  'CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN ' +
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI ' +
  'SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI ' +
  'VN VU WF WS YE YT ZA ZM ZW'

let names: Intl.DisplayNames | undefined

/** The name of a country in the reader's language; the text itself if it is not a code. */
export const countryName = (code: string): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code
  names ??= new Intl.DisplayNames(undefined, { type: 'region' })
  return names.of(code) ?? code
}

/** Every country to choose from, in the order of the alphabet. */
export const countryChoices = (): { value: string; label: string }[] =>
  CODES.split(' ')
    .map((value) => ({ value, label: countryName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))

export type AddressPart = 'street' | 'postcode' | 'city' | 'state'

type Address = { order: readonly AddressPart[]; postcode: string; state: string }

const cityFirst: readonly AddressPart[] = ['street', 'city', 'state', 'postcode']
const postcodeFirst: readonly AddressPart[] = ['street', 'postcode', 'city', 'state']

const addresses: Readonly<Record<string, Address>> = {
  US: { order: cityFirst, postcode: 'ZIP code', state: 'State' },
  PR: { order: cityFirst, postcode: 'ZIP code', state: 'State' },
  CA: { order: cityFirst, postcode: 'Postal code', state: 'Province' },
  AU: { order: cityFirst, postcode: 'Postcode', state: 'State' },
  NZ: { order: cityFirst, postcode: 'Postcode', state: 'Region' },
  GB: { order: cityFirst, postcode: 'Postcode', state: 'County' },
  IE: { order: cityFirst, postcode: 'Eircode', state: 'County' },
  IN: { order: cityFirst, postcode: 'PIN code', state: 'State' },
  BR: { order: cityFirst, postcode: 'CEP', state: 'State' },
  ZA: { order: cityFirst, postcode: 'Postal code', state: 'Province' },
}

/** How an address is written in a country. */
export const addressIn = (country: string): Address =>
  addresses[country] ?? { order: postcodeFirst, postcode: 'Postcode', state: 'State or region' }

const euro = 'AD AT AX BE BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT'
const currencies: Readonly<Record<string, string>> = {
  ...Object.fromEntries(euro.split(' ').map((country) => [country, 'EUR'])),
  US: 'USD',
  PR: 'USD',
  EC: 'USD',
  SV: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  MX: 'MXN',
  GB: 'GBP',
  GG: 'GBP',
  JE: 'GBP',
  IM: 'GBP',
  CH: 'CHF',
  LI: 'CHF',
  DK: 'DKK',
  GL: 'DKK',
  NO: 'NOK',
  SE: 'SEK',
  IS: 'ISK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  BG: 'EUR',
  RS: 'RSD',
  UA: 'UAH',
  TR: 'TRY',
  IL: 'ILS',
  ZA: 'ZAR',
  IN: 'INR',
  JP: 'JPY',
  KR: 'KRW',
  CN: 'CNY',
  HK: 'HKD',
  SG: 'SGD',
  TW: 'TWD',
  TH: 'THB',
  PH: 'PHP',
  ID: 'IDR',
  MY: 'MYR',
  BR: 'BRL',
  AR: 'ARS',
  CL: 'CLP',
  CO: 'COP',
  PE: 'PEN',
  UY: 'UYU',
  CR: 'CRC',
  AE: 'AED',
  SA: 'SAR',
  EG: 'EGP',
  MA: 'MAD',
  KE: 'KES',
  NG: 'NGN',
}

/** The currency of a country; euros if it is not known. */
export const currencyOf = (country: string | undefined): string =>
  (country !== undefined && currencies[country]) || 'EUR'
