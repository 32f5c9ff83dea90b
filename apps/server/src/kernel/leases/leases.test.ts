import { expect, it } from 'vitest';
import { createSoleLeases } from './leases.ts';

it('a program that has its database alone does all work, ends the newest first, and fails when work fails to begin', async () => {
  const leases = createSoleLeases();
  const did: string[] = [];
  const work = (name: string) => ({
    name,
    begin: async () => void did.push(`begin ${name}`),
    end: async () => void did.push(`end ${name}`),
  });
  await leases.compete(work('pricing'));
  await leases.compete(work('job.a'));
  await expect(leases.compete(work('job.a'))).rejects.toThrow('two works are named job.a');
  expect(leases.held()).toEqual(['pricing', 'job.a']);
  const begin = () => Promise.reject(new Error('the book is wrong'));
  await expect(leases.compete({ ...work('spot.engine.1'), begin })).rejects.toThrow('the book');
  await leases.stop();
  expect(did).toEqual(['begin pricing', 'begin job.a', 'end job.a', 'end pricing']);
  expect(leases.isHeld('pricing')).toBe(false);
});
