/** Reads the provider of identities through which operators may sign in from the environment. */
import { describeSettings, type Given, isPlainAddress, type NameOf } from './setting.ts';
import type { OpenIdSettings } from '../adapters/open-id-provider.ts';

export const signInSettings = describeSettings({
  OPERATOR_OIDC_ISSUER: {
    description:
      'The provider of OpenID Connect through which operators may sign in to the console, as it names itself. Register the address of the console, ending in `/console`, there as the redirect URI.',
    format: 'an `https://` address without ? and #; `http://` only in paper mode',
    rationale:
      'Accounts of operators that stay open after a person has left the company and its directory.',
    isShared: true,
  },
  OPERATOR_OIDC_CLIENT_ID: {
    description: 'What the provider calls the console.',
    format: 'text',
    rationale: 'Answers of the provider that were made for another site.',
    isShared: true,
  },
  OPERATOR_OIDC_CLIENT_SECRET: {
    description: 'Authenticates the console to the provider; keep it secret.',
    format: 'text',
    rationale: 'Codes of the provider that someone else redeems.',
  },
  OPERATOR_OIDC_NAME: {
    description: 'The name of the provider, on the button of the login page.',
    format: 'text of up to 40 characters',
    default: 'the host of the issuer',
    rationale: 'A button that operators do not recognise.',
    isShared: true,
  },
});

const NAME_LENGTH_MAX = 40;

/** Absent when none of its settings is given. Faults are added to `faults`. */
export function readSignIn(
  given: Given<NameOf<typeof signInSettings>>,
  faults: string[],
): OpenIdSettings | undefined {
  const issuer = given('OPERATOR_OIDC_ISSUER');
  const clientId = given('OPERATOR_OIDC_CLIENT_ID');
  const clientSecret = given('OPERATOR_OIDC_CLIENT_SECRET');
  const name = given('OPERATOR_OIDC_NAME');
  if ([issuer, clientId, clientSecret, name].every((each) => each === undefined)) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    faults.push(
      'OPERATOR_OIDC_ISSUER, OPERATOR_OIDC_CLIENT_ID and OPERATOR_OIDC_CLIENT_SECRET only go together',
    );
    return undefined;
  }
  if (!isPlainAddress(issuer)) {
    faults.push(
      'OPERATOR_OIDC_ISSUER must be an http:// or https:// address without user, ? and #',
    );
    return undefined;
  }
  if ((name ?? '').length > NAME_LENGTH_MAX) {
    faults.push(`OPERATOR_OIDC_NAME must have at most ${NAME_LENGTH_MAX} characters`);
  }
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).host };
}
