-- feature: kernel
-- An operator sends a failed message again: it waits for delivery once more.

-- Messages by recipient and by state, newest first, for the operators' list.
create index outgoing_messages_of_recipient on outgoing_messages (recipient, id desc);
create index outgoing_messages_in_state on outgoing_messages (state, id desc);

-- A one-time code is asked for anew: an old one, sent late, would not work, or would work for who reads it later.
create trigger outgoing_messages_code_once before update on outgoing_messages for each row
  when (old.state = 'failed' and new.state <> 'failed' and old.code is not null)
  execute function refuse_write('a message with a one-time code is not sent again', 'outgoing_messages_code_once');
