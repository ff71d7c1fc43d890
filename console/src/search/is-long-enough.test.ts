import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchTextFault, searchWords } from '../../../service/src/catalogue/search/search.ts';
import { isLongEnough } from './is-long-enough.ts';

test('one character is searched in scripts without spaces only, as the service does', () => {
  for (const text of ['狗', 'ポ', 'か', 'ﾎ', '가', 'ห', 'ຫ', 'ខ', 'မ', '𠮷', '々', 'be']) {
    assert.ok(isLongEnough(text), text);
    assert.equal(searchTextFault(text), undefined, text);
    assert.equal(searchWords(text).length, 1, text);
  }
  for (const text of ['', 'b', 'ø', 'é', 'б', 'ㄱ', 'ㅏ', 'ﾡ', 'ﾟ', '。', '・', '-']) {
    assert.ok(!isLongEnough(text), text);
    assert.match(searchTextFault(text) ?? '', /^must have a word of at least 2 letters/, text);
  }
});
