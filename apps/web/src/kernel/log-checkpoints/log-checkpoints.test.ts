import { expect, test } from 'vitest';
import { shortRoot } from './log-checkpoints.ts';

test('a short root has its beginning and its end, without padding', () => {
  expect(shortRoot('gvG70eQj0hG9QU57eYFCrzfg6uX4u/NjO/pMuT9i1Qs=')).toBe('gvG70eQj…T9i1Qs');
});
