import { describe, expect, it } from 'vitest';
import { parseHtxMessage } from './htx-messages.ts';

const none = () => undefined;

describe('a ping of a source', () => {
  it('is answered when it is a number', () => {
    expect(parseHtxMessage({ ping: '1492420473027' }, none)).toEqual({
      kind: 'ping',
      ping: '1492420473027',
    });
  });

  it.each(['}{', '', '1}', '-1', '1e3', '9'.repeat(21), null, { a: 1 }])(
    'is invalid when it is %j, because the pong echoes it',
    (ping) => {
      expect(parseHtxMessage({ ping }, none)).toEqual({ kind: 'invalid' });
    },
  );
});
