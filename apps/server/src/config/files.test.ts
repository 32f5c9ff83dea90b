import { expect, it } from 'vitest';
import { ConfigFaults, readConfig } from './config.ts';

const whole = {
  S3_URL: 'https://s3.example.test/tern-images',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

it('private files are in the data folder unless an S3 store is configured', () => {
  expect(readConfig({}).s3).toBeUndefined();
  expect(readConfig(whole).s3).toEqual({
    url: whole.S3_URL,
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  expect(readConfig({ ...whole, S3_REGION: 'eu-central-1' }).s3?.region).toBe('eu-central-1');
});

it.each([
  ['only go together', { S3_URL: whole.S3_URL }],
  ['only go together', { S3_REGION: 'eu-central-1' }],
  ['S3_URL', { ...whole, S3_URL: 's3://tern-images' }],
  ['S3_URL', { ...whole, S3_URL: 'https://user:password@s3.example.test/tern' }],
  ['S3_URL', { ...whole, S3_URL: 'https://s3.example.test/tern?x=1' }],
])('an S3 store is refused with the fault "%s": %o', (word, environment) => {
  const read = () => readConfig(environment as Record<string, string>);
  expect(read).toThrow(ConfigFaults);
  expect(read).toThrow(word);
});
