-- feature: operators
-- What a member reads of a decision is a message from a list (packages/protocol: member-messages.ts), stored as the key of its text.
-- The reason beside it stays with operators. The default is the usual message of a kind, which decisions until here have.

alter table manual_entries add column message text not null default 'message.correction' check (message <> '');

-- The reason of a change of limits and fees, and of a pause, was shown to everyone: the same there.
alter table setting_versions add column message text not null default 'message.termsChanged' check (message <> '');
alter table terms_pauses add column message text not null default 'message.maintenance' check (message <> '');
