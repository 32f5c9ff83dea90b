import { describe, expect, it } from 'vitest';
import { readConfig, settingSections } from './config.ts';
import { misspelt } from './spelling.ts';

const settings = Object.values(settingSections).flatMap((section) => Object.keys(section));

describe('a variable that resembles a setting', () => {
  it.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXY'],
    ['EVM_RPC_URLS', 'EVM_RPC_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['captcha_fixed', 'CAPTCHA_FIXED'],
  ])('%s is named with the setting that was meant', (variable, meant) => {
    expect(misspelt([variable], settings)).toEqual([
      `${variable} is no setting; did you mean ${meant}?`,
    ]);
  });

  it('is named when it starts like ours alone, without a guess', () => {
    expect(misspelt(['EVM_GAS_STATION'], settings)).toEqual(['EVM_GAS_STATION is no setting']);
  });

  it('is not a variable of other instances', () => {
    const others = `
      PATH HOME NODE MODEL PORTS USER LANG TZ
      PWD SHLVL TERM NODE_ENV HTTP_URL HTTP_PROXY https_proxy NATS_URL
      REDIS_URL APP_URL SMTP_HOST DATABASE_HOST AWS_REGION S3_BUCKET DATA_HOME CI
      DEBUG npm_config_prefix npm_package_name INIT_CWD NODE_OPTIONS LOGNAME MAIL STATE_DIRECTORY
      CREDENTIALS_DIRECTORY INVOCATION_ID JOURNAL_STREAM
    `;
    expect(misspelt(others.trim().split(/\s+/), settings)).toEqual([]);
  });

  it('is added to the faults, where it may explain one, without its value', () => {
    const environment = { SMS_URL: 'sms.example', DATABASE_URI: 'postgres://tern:secret@db/tern' };
    const read = () => readConfig(environment);
    expect(read).toThrow('DATABASE_URI is no setting; did you mean DATABASE_URL?');
    expect(read).not.toThrow('secret');
  });
});
