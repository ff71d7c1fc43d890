import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dateIn, provenOrder, readDate } from './dates.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const read = (text: string) => readDate(text, NOW);

/** Texts with one reading, and their dates. */
const CERTAIN: Readonly<Record<string, string>> = {
  '2014-04-10': '2014-04-10',
  '2014/4/1': '2014-04-01',
  '2014.04.10': '2014-04-10',
  '20140410': '2014-04-10',
  '2014-04-10T13:05:00': '2014-04-10 13:05:00',
  '2014-04-10 13:05:00.000': '2014-04-10 13:05:00',
  '2014-04-10T23:30:00Z': '2014-04-10 23:30:00',
  '2014-04-10T23:30:00-05:00': '2014-04-10 23:30:00',
  '10-Apr-2014': '2014-04-10',
  '10-Apr-14': '2014-04-10',
  'Apr 10, 2015': '2015-04-10',
  'April 10th, 2015': '2015-04-10',
  'Thursday, April 10, 2014': '2014-04-10',
  '10 abr 2014': '2014-04-10',
  '10 de abril de 2014': '2014-04-10',
  'jueves, 10 de abril de 2014': '2014-04-10',
  '1er août 2014': '2014-08-01',
  'jeudi 10 avril 2014 à 16:05': '2014-04-10 16:05:00',
  '10. März 2014': '2014-03-10',
  'Do, 10. Apr. 2014 16:05 Uhr': '2014-04-10 16:05:00',
  '2014 Apr 10': '2014-04-10',
  '1 Sept 2020': '2020-09-01',
  ' 25/12/2019 ': '2019-12-25',
  '12/25/2019 4:05 PM': '2019-12-25 16:05:00',
  '12/25/2019 12:05:09 a. m.': '2019-12-25 00:05:09',
  '25/12/2019 a las 16:05': '2019-12-25 16:05:00',
  '05/05/2020': '2020-05-05',
  '4/15/91': '1991-04-15',
  '4/15/21': '2021-04-15',
  '12/25/26': '1926-12-25',
  '29/2/00': '2000-02-29',
};

test('reads a date with one meaning in each form and language', () => {
  for (const [text, expected] of Object.entries(CERTAIN)) {
    const reading = read(text);
    assert.ok(reading, text);
    assert.equal([dateIn(reading, undefined), reading.time].filter(Boolean).join(' '), expected, text);
  }
});

test('a text with two readings has a date for each order, and none without an order', () => {
  const reading = read('03/04/2020');
  assert.deepEqual(reading, { dayFirst: '2020-04-03', monthFirst: '2020-03-04', time: undefined });
  assert.equal(reading && dateIn(reading, 'day-first'), '2020-04-03');
  assert.equal(reading && dateIn(reading, 'month-first'), '2020-03-04');
  assert.equal(reading && dateIn(reading, undefined), undefined);
});

test('a text that is a date in one order proves it, and is none in the other', () => {
  const [day, month] = [read('25/12/2019'), read('12/25/2019')];
  assert.ok(day && month);
  assert.deepEqual([provenOrder(day), provenOrder(month)], ['day-first', 'month-first']);
  assert.equal(dateIn(day, 'month-first'), undefined);
});

const NO_DATES = [
  ...['', 'soon', '2020', '31/02/2020', '2020-02-30', '13/13/2020', '10/04/201', '0020-03-04', '43831'],
  ...['1/2/3/4', '12-2020', 'Apr 2020', '32 Apr 2020', 'May May May', '10/04/2014 25:00'],
  ...['10/04/2014 13:00 PM', '13:05:00', '2014-04-10 at noon', '-', `10/04/2014${' '.repeat(100)}x`],
];

test('reads no date in another text, or one that the calendar does not have', () => {
  for (const text of NO_DATES) assert.equal(read(text), undefined, text);
});

test('any date in any form and order is read as it was written', () => {
  const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2026-11-24'), noInvalidDate: true });
  const forms = fc.constantFrom('iso', 'day-first', 'month-first', 'short', 'month');
  fc.assert(
    fc.property(dates, forms, fc.constantFrom('/', '-', '.'), (date, form, separator) => {
      const [iso = ''] = date.toISOString().split('T');
      const [year = '', month = '', day = ''] = iso.split('-');
      const name = date.toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' });
      const texts: Record<typeof form, string> = {
        iso,
        'day-first': [day, month, year].join(separator),
        'month-first': [month, day, year].join(separator),
        short: [Number(day), Number(month), year].join(separator),
        month: [day, name, year].join(separator),
      };
      const reading = read(texts[form]);
      assert.ok(reading);
      assert.equal(dateIn(reading, form === 'month-first' ? 'month-first' : 'day-first'), iso);
    }),
  );
});

test('no text throws or is a date that the calendar does not have', () => {
  const parts = fc.constantFrom(...'1 13 31 2020 99 / - . Apr de : T pm , x'.split(' '), ' ');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 9 }), (texts) => {
      const reading = read(texts.join(''));
      for (const date of [reading?.dayFirst, reading?.monthFirst]) {
        if (date !== undefined) assert.equal(new Date(date).toISOString().slice(0, 10), date);
      }
    }),
  );
});
