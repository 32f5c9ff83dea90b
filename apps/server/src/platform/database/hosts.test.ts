import { expect, it } from 'vitest';
import { hostUrls, placeOf } from './hosts.ts';

it('gives each of several hosts a URL with the same login, database and parameters', () => {
  const urls = hostUrls(
    'postgres://tern:p%40ss@one:5433,two,[::1]:5434/tern?target_session_attrs=read-write&sslmode=require',
  );
  expect(urls).toEqual([
    'postgres://tern:p%40ss@one:5433/tern?sslmode=require',
    'postgres://tern:p%40ss@two/tern?sslmode=require',
    'postgres://tern:p%40ss@[::1]:5434/tern?sslmode=require',
  ]);
  expect(urls.map(placeOf)).toEqual(['one:5433', 'two:5432', '[::1]:5434']);
});

it('leaves a URL with one host, or none, as it is', () => {
  for (const url of [
    'postgres://tern@localhost/tern',
    'postgresql://localhost',
    'postgres:///tern?host=/run/postgresql',
  ]) {
    expect(hostUrls(url)).toEqual([url]);
  }
});

it('refuses what leads to no server that takes writes, without repeating the password', () => {
  for (const url of [
    'https://tern:secret@one/tern',
    'postgres://tern:secret@one,,two/tern',
    'postgres://tern:secret@one/tern?target_session_attrs=standby',
    'postgres://tern:secret@one:port/tern',
  ]) {
    const refusal = (() => {
      try {
        return hostUrls(url).join();
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(refusal).toMatch(/^(it must be|it has|it cannot|target_session)/);
    expect(refusal).not.toContain('secret');
  }
});
