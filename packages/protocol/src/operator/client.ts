/** Entry point for the console: the types of every operator call by name and plain lists, without schema code in the bundle. */
import type { CallName, InputOf, OutputOf } from '../call.ts';
import type { AnyOperatorCall } from './index.ts';

type ByName = {
  [C in AnyOperatorCall as CallName<C>]: { input: InputOf<C>; output: OutputOf<C> };
};

/** "POST /operator/login" and so on. */
export type OperatorCallName = keyof ByName;
export type OperatorInput<N extends OperatorCallName> = ByName[N]['input'];
export type OperatorOutput<N extends OperatorCallName> = ByName[N]['output'];

export type { Answer } from '../call.ts';
export {
  meets,
  type Need,
  type Permission,
  type PermissionGroup,
  permissionGroups,
} from '../permissions.ts';
export type { Code } from '../codes.ts';
export type * from './backoffice/audit-actions.ts';
export {
  englishMessages,
  type MessageAct,
  type MessageCode,
  messagesOf,
} from '../member-messages.ts';
export { type NoteLevel, noteLevels, readsNotes, usualNoteLevel } from './account/note-levels.ts';
export { incomeAccounts } from './backoffice/income-accounts.ts';
export type { IncomeAccount } from './backoffice/treasury.ts';
export { fundedAccounts } from './money/funded-accounts.ts';
export type { FundedAccount } from './money/exchange-accounts.ts';
export { mixedDuties, permissionNames } from './backoffice/permission-names.ts';
export { roleRowNames } from './backoffice/role-row-names.ts';
export type { OperatorRole } from '../start-roles.ts';
export type { OperatorHello, OperatorMessage } from './backoffice/session.ts';
export type { SettingForm, SettingLine } from './backoffice/setting-forms.ts';
export {
  changedLines,
  documentOf,
  entriesOf,
  newEntry,
  type SettingEntry,
} from './backoffice/setting-values.ts';
