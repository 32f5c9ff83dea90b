/** Texts of the outbox. */
export const outboxTexts = {
  outbox: {
    recipient: 'Recipient',
    customer: 'Customer ID',
    anyState: 'Any status',
    anyChannel: 'Any channel',
    messages: 'messages',
    none: 'No messages found',
    noneText: 'Emails, SMS and pushes appear here.',
    logged: 'Views are logged. One-time codes are hidden.',
    states: {
      waiting: 'Waiting',
      sent: 'Sent',
      recorded: 'Recorded, not sent',
      failed: 'Failed',
    } as Readonly<Record<string, string>>,
    channels: { email: 'Email', sms: 'SMS', push: 'Push' } as Readonly<Record<string, string>>,
    heads: {
      at: 'Time',
      channel: 'Channel',
      to: 'Recipient',
      message: 'Subject',
      state: 'Status',
    },
    recordedWhy: 'No mail server or SMS gateway is configured.',
    error: 'Last error',
    attempts: 'Attempts',
    sendAgain: 'Send again',
    sentAgain: 'Waiting to be sent again',
    toCustomer: (id: string) => `Customer ${id}`,
    pushOver:
      'It is not sent again: the device is gone, or the notification was read or is older than a day.',
    hasCode: 'It has a one-time code and is not sent again: the customer asks for a new code.',
  },
} as const;
