/** The query cache: a change is read also while its data is fetched for the first time. */
import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClient } from './query-client.ts';

test('a change during a first fetch is read: the answer may be from before it', async () => {
  const fetches: ((answer: string) => void)[] = [];
  const queryKey = ['first fetch'];
  const queryFn = () => new Promise<string>((resolve) => fetches.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey, queryFn });
  const known = new Promise((resolve) => {
    observer.subscribe(({ data }) => data !== undefined && resolve(data));
  });
  await expect.poll(() => fetches.length).toBe(1);
  const repeated = queryClient.invalidateQueries({ queryKey });
  await expect.poll(() => fetches.length).toBe(2);
  fetches[0]!('before');
  fetches[1]!('after');
  expect(await known).toBe('after');
  await repeated;
  observer.destroy();
});
