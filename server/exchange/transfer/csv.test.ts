import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvReader, spreadsheetText } from './csv.ts'

test('a formula is turned into a text', () => {
  for (const [text, written] of [
    ['=HYPERLINK("http://evil.example","Biscuit")', `'=HYPERLINK("http://evil.example","Biscuit")`],
    ['+1', "'+1"],
    ['-1+cmd|x', "'-1+cmd|x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['  =1', "'  =1"],
    ['＝1', "'＝1"],
    ['Rex;=1', "Rex;'=1"],
    ['=1; @2', "'=1;' @2"],
  ] as const) {
    assert.equal(spreadsheetText(text), written)
  }
  for (const text of ['Biscuit', 'Mary-Ann', 'a=b', "O'Malley", '', '7', 'Tom; Jerry', 'x@y']) {
    assert.equal(spreadsheetText(text), text)
  }
})

test('lines end in LF, CRLF or CR, also mixed, however the file is split into chunks', () => {
  const text = 'a,b\n1,"x\ry"\r\n2,"z"\r3,w\r\r\n\r4,"v"\n5,u\r'
  const expected = [
    ['a', 'b'],
    ['1', 'x\ry'],
    ['2', 'z'],
    ['3', 'w'],
    ['4', 'v'],
    ['5', 'u'],
  ]
  for (let size = 1; size <= text.length; size += 1) {
    const read = csvReader()
    const rows = []
    for (let at = 0; at < text.length; at += size) rows.push(...read(text.slice(at, at + size)))
    rows.push(...read())
    assert.deepEqual(
      rows.map(({ fields }) => fields),
      expected,
      `pieces of ${size}`,
    )
  }
})
