-- feature: kernel
-- E-mails and SMS are deleted by age once nothing has to be sent any more: they contain addresses and texts (docs/retention.md).

create index outgoing_messages_age on outgoing_messages (created_at) where state <> 'waiting';
grant delete on outgoing_messages to tern_app;
