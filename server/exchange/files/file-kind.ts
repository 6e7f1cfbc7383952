/** What a file of another kind is, and how to get the animals out of it. */
type Kind = { is: string; advice: string }

const saveAsCsv = 'open it in your spreadsheet and save it as CSV (in Excel: “CSV UTF-8”)'
const exportAsCsv = 'export the animals as CSV or JSON, or save it as CSV'
const workbook: Kind = { is: 'an Excel workbook', advice: saveAsCsv }
const picture: Kind = { is: 'a picture or a film', advice: exportAsCsv }
const database: Kind = { is: 'a database', advice: exportAsCsv }
const compressed: Kind = {
  is: 'a compressed file',
  advice: 'unpack it, and import the CSV or JSON file in it',
}
/** Workbooks and documents are ZIP files too. */
const zip: Kind = {
  is: 'an Excel or LibreOffice workbook, or a ZIP file',
  advice: `${saveAsCsv}; unpack a ZIP file first`,
}
const document: Kind = { is: 'a text document', advice: exportAsCsv }

const pdf: Kind = { is: 'a PDF', advice: exportAsCsv }

const mediaKinds: readonly [mediaType: RegExp, kind: Kind][] = [
  [/ms-excel|spreadsheet|apple\.numbers/, workbook],
  [/^application\/(?:x-)?pdf/, pdf],
  [/msword|wordprocessing|opendocument\.text|rtf/, document],
  [/^application\/(?:x-)?(?:zip|gzip|bzip2?|xz|7z|rar|tar|vnd\.rar|zstd)/, compressed],
  [/^(?:image|video)\//, picture],
  [/sqlite|msaccess/, database],
  [/[/+]xml$/, { is: 'XML', advice: exportAsCsv }],
]

/** The first bytes of files that are not text, one character for each byte. */
const signatures: readonly { kind: Kind; begins: readonly string[] }[] = [
  { kind: zip, begins: ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'] },
  { kind: workbook, begins: ['\xd0\xcf\x11\xe0', '\t\0', '\t\x02', '\t\x04', '\t\x08'] },
  { kind: compressed, begins: ['\x1f\x8b', '\xfd7zXZ', '7z\xbc\xaf', 'Rar!', '(\xb5/\xfd', 'BZh'] },
  { kind: picture, begins: ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF', 'II*\0', 'MM\0*'] },
  { kind: database, begins: ['SQLite format 3', '\0\x01\0\0Standard'] },
  { kind: pdf, begins: ['%PDF-'] },
  { kind: document, begins: ['{\\rtf'] },
]

/** The beginnings of text that is neither in columns nor JSON. */
const markups: readonly [begin: RegExp, kind: Kind][] = [
  [/^<\?xml.{0,2000}<\??(?:mso-application progid="Excel|(?:ss:)?Workbook\b)/is, workbook],
  [
    /^<(?:!--|!doctype html|html|head|body|table|meta|style|div|script)\b/i,
    { is: 'a web page, even if it is called .xls or .csv', advice: saveAsCsv },
  ],
  [/^MIME-Version:/i, { is: 'a saved web page', advice: saveAsCsv }],
  [/^</, { is: 'XML', advice: exportAsCsv }],
]

const MAX_BEGIN = 4_096
const OPEN_DOCUMENT_TEXT = 'mimetypeapplication/vnd.oasis.opendocument.text'

/** Why a file cannot be imported, if its first bytes show that it is neither CSV nor JSON. */
export const otherKind = (head: Buffer): string | undefined => {
  const begin = head.toString('latin1', 0, MAX_BEGIN)
  const kind = binaryKind(begin) ?? markupKind(begin)
  return kind && `it is ${kind.is}: ${kind.advice}`
}

/** The same for a media type that is neither text nor JSON. */
export const otherKindOf = (mediaType: string): string | undefined => {
  const kind = mediaKinds.find(([pattern]) => pattern.test(mediaType))?.[1]
  return kind && `it is ${kind.is}: ${kind.advice}`
}

const binaryKind = (begin: string): Kind | undefined => {
  const kind = signatures.find(({ begins }) => begins.some((one) => begin.startsWith(one)))?.kind
  if (kind === zip && (begin.includes('word/') || begin.includes(OPEN_DOCUMENT_TEXT))) {
    return document
  }
  if (kind) return kind
  if (begin.startsWith('ftyp', 4)) return picture
  // UTF-16 with a byte order mark has a message of its own.
  if (begin.startsWith('\xff\xfe') || begin.startsWith('\xfe\xff')) return undefined
  const [header = ''] = begin.split(/[\n\r]/)
  return header.includes('\0') ? { is: 'not text, as it has NUL bytes', advice: 'save it as CSV in UTF-8' } : undefined
}

const markupKind = (begin: string): Kind | undefined => {
  const text = begin.replace(/^\xef\xbb\xbf/, '').trimStart()
  return markups.find(([pattern]) => pattern.test(text))?.[1]
}
