import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onOneEngine } from '../../../test/harness/app.ts'
import { httpImports } from '../../../test/harness/http-imports.ts'
import { commands } from '../../../test/harness/import-commands.ts'
import { otherKind } from './file-kind.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

const others: Record<string, string> = {
  'animals.xlsx': `PK\x03\x04\x14\0\x06\0\x08\0${'x'.repeat(40)}[Content_Types].xml`,
  'animals.ods': 'PK\x03\x04\x14\0\0\x08\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
  'letter.docx': 'PK\x03\x04\x14\0\x06\0word/document.xml',
  'old.xls': '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  'oldest.xls': '\t\x08\x10\0\0\x06\x05\0',
  'page.xls': '\r\n <html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>',
  'table.csv': '\xef\xbb\xbf<TABLE border=1><tr><td>Name</td></tr></TABLE>',
  'sheet.xml': '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook>',
  'feed.xml': '<?xml version="1.0"?>\n<animals><animal name="Rex"/></animals>',
  'web.mht': 'MIME-Version: 1.0\r\n',
  'animals.pdf': '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n',
  'letter.rtf': '{\\rtf1\\ansi Rex}',
  'animals.csv.gz': '\x1f\x8b\x08\0\0\0\0\0',
  'photo.png': '\x89PNG\r\n\x1a\n',
  'photo.jpg': '\xff\xd8\xff\xe0\0\x10JFIF\0',
  'photo.heic': '\0\0\0\x18ftypheic',
  'animals.db': 'SQLite format 3\0',
  'wide.csv': 'N\0a\0m\0e\0\n\0R\0',
}

test('files that are neither CSV nor JSON are recognised by their first bytes', () => {
  for (const [name, begin] of Object.entries(others)) {
    assert.match(otherKind(latin1(begin)) ?? '', /^it is .+: .*(?:save it as CSV|unpack it)/, name)
  }
  for (const text of [
    '',
    'Name,Age\nRex,3\n',
    '\xef\xbb\xbfName;Alter\n',
    '[{"name":"Rex"}]',
    '{"animals":[]}',
    '\tName\tAge\n',
    '"<b>",Name\n',
    'Id,Name\n1,\0\n',
    'PKZ,Name\n',
    'sep=;\nName;Age\n',
  ]) {
    assert.equal(otherKind(latin1(text)), undefined, text)
  }
})

onOneEngine(
  'they are refused with what to do, over HTTP and on the command line, and nothing is stored',
  async (open, t) => {
    await using app = await open()
    const shop = commands(t, app)
    for (const [name, begin] of Object.entries(others)) {
      const refused = await httpImports(app).post(latin1(begin), `fileName=${name}`)
      const { code, errors } = refused.json()
      assert.deepEqual([refused.statusCode, code, errors[0].field], [400, 'validation_failed', 'file'])
      assert.match(errors[0].message, /save it as CSV|unpack it/, name)
      const path = shop.write(name, latin1(begin))
      const map = ['--map', 'Name=name', '--account', String(app.accountId)]
      const printed = await shop.run('import', path, ...map)
      assert.equal(printed.code, 1, name)
      assert.ok(printed.text.includes(errors[0].message), printed.text)
    }
    assert.deepEqual((await app.get('/v1/imports')).json(), [])

    // Without --map, their names say nothing. A body under their own media type is not read.
    const path = shop.write('book.xlsx', latin1('PK\x03\x04'))
    const printed = await shop.run('import', path)
    assert.match(printed.text, /open it in your spreadsheet and save it as CSV/)
    for (const [mediaType, advice] of [
      ['application/pdf', /^The file cannot be imported: it is a PDF: export the animals as CSV/],
      ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', /save it as CSV/],
      ['application/vnd.oasis.opendocument.spreadsheet', /save it as CSV/],
      ['application/xml; charset=utf-8', /it is XML/],
      ['application/x-zip-compressed', /unpack it/],
      ['image/png', /it is a picture/],
      ['application/x-unknown', /^The body must be text/],
    ] as const) {
      const headers = { ...app.key, 'content-type': mediaType }
      const refused = await app.post('/v1/imports', latin1('PK\x03\x04'), headers)
      assert.deepEqual([refused.statusCode, refused.json().code], [415, 'unsupported_media_type'])
      assert.match(refused.json().message, advice)
    }
  },
)
