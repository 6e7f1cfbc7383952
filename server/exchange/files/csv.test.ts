import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvReader, spreadsheetText } from './csv.ts'
import { separatedReader, separatorOf } from './separated-reader.ts'

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

test('the separator is the one that gives the first rows as many cells as the header', () => {
  for (const [text, expected] of [
    ['Nr.;Name;Gewicht, kg\nT1;Ronja;12,5\nT2;Karl;4,1\n', ';'],
    ['Nr.\tName, Rufname\tAlter\n1\tRex, Rexi\t3\n', '\t'],
    ['Name;Alter;Gewicht, kg\n', ';'],
    ['Name|Kind, breed|Age\nRex|Dog, Beagle|3\nTom|Cat|2\n', '|'],
    ['Name,Tags;notes,Age\nRex,calm;old,3\n"Tom;jr",,2\n', ','],
    ['Name,Notes\nRex,"likes a; b\nand c"\n', ','],
    // Rows without their last cells.
    ['Id,Name,Status,Chip,Notes\n1,Rex,Available,9,likes balls\n2,Ann,Available\n', ','],
    ['Name\nRex\n', ','],
    ['', ','],
  ] as const) {
    assert.equal(separatorOf(text, true), expected, text)
    assert.equal(separatorOf(text, false), expected, text)
  }
})

test('the separator is the same however the file is split into chunks', () => {
  const row = 'T1;Ronja;12,5;"a;b"\n'
  const text = `Nr.;Name;Gewicht, kg;Notiz\n${row.repeat(3_000)}`
  for (const size of [1_000, 16_384, text.length]) {
    const read = separatedReader()
    const rows = []
    for (let at = 0; at < text.length; at += size) rows.push(...read(text.slice(at, at + size)))
    rows.push(...read())
    assert.equal(rows.length, 3_001)
    assert.ok(rows.every(({ fields }) => fields.length === 4))
    assert.deepEqual(rows.at(-1)?.fields, ['T1', 'Ronja', '12,5', 'a;b'])
  }
})
