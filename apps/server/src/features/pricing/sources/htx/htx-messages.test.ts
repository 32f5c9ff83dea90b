import { describe, expect, it } from 'vitest';
import { hearHtx } from './htx-messages.ts';

const none = () => undefined;

describe('a ping of a source', () => {
  it('is answered when it is a number', () => {
    expect(hearHtx({ ping: '1492420473027' }, none)).toEqual({
      kind: 'ping',
      ping: '1492420473027',
    });
  });

  it.each(['}{', '', '1}', '-1', '1e3', '9'.repeat(21), null, { a: 1 }])(
    'is garbage when it is %j: what is sent back must stay one message',
    (ping) => {
      expect(hearHtx({ ping }, none)).toEqual({ kind: 'garbage' });
    },
  );
});
