import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const ASKED = 'The bicycle pump leaks at the valve.';
const ANSWERED = 'Put a new ring of rubber into it.';

/** The turns that give memories. */
const spoken = (content: unknown): (string | null)[][] => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const turns = parseTurns(text);
  expect(turns.map(({ raw }) => raw).join('')).toBe(text);
  return turns.filter(({ body }) => body !== '').map(({ speaker, body }) => [speaker, body]);
};
const jsonLines = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n');
const timesOf = (content: unknown): (string | null)[] =>
  parseTurns(JSON.stringify(content))
    .filter(({ body }) => body !== '')
    .map(({ time }) => time?.toISOString() ?? null);

/** A node of a ChatGPT export. */
const node = (id: string, parent: string | null, children: string[], role?: string, text = '', more: object = {}) => ({
  id,
  parent,
  children,
  message: role
    ? {
        id,
        author: { role, name: null, metadata: {} },
        create_time: 1_748_944_801.5,
        content: { content_type: 'text', parts: [text] },
        status: 'finished_successfully',
        metadata: {},
        recipient: 'all',
        ...more,
      }
    : null,
});
const TREE = {
  title: 'Bicycle pump',
  create_time: 1_748_944_800.1,
  mapping: {
    root: node('root', null, ['q']),
    q: node('q', 'root', ['a', 'b'], 'user', ASKED),
    a: node('a', 'q', [], 'assistant', 'Buy a new pump in the shop.'),
    b: node('b', 'q', ['t'], 'assistant', ANSWERED),
    t: node('t', 'b', ['d'], 'assistant', 'search("rings of rubber")', { recipient: 'browser' }),
    d: node('d', 't', [], 'user', 'That helped, thank you.'),
  },
  current_node: 'd',
  is_archived: false,
};

const claudeMessage = (uuid: string, sender: string, content: object[], text = '') => ({
  uuid,
  text,
  content,
  sender,
  created_at: `2026-03-01T08:00:0${uuid}.000000Z`,
  attachments: [],
  files: [],
});

const session = (uuid: string, parentUuid: string | null, type: string, content: unknown, more: object = {}) => ({
  parentUuid,
  isSidechain: false,
  userType: 'external',
  cwd: '/home/x',
  version: '2.0.1',
  type,
  message: { role: type, ...(type === 'assistant' && { id: `msg_${uuid}`, type: 'message', model: 'some-model' }), content },
  uuid,
  timestamp: `2026-05-02T10:00:0${uuid}.000Z`,
  ...more,
});

describe('conversations with a model', () => {
  it.each<[string, unknown, [string, string]]>([
    [
      'UI messages with parts',
      [
        { id: '1', role: 'user', parts: [{ type: 'text', text: ASKED }] },
        {
          id: '2',
          role: 'assistant',
          parts: [{ type: 'step-start' }, { type: 'reasoning', text: 'They ask about it.' }, { type: 'text', text: ANSWERED }],
        },
      ],
      ['user', 'assistant'],
    ],
    [
      'messages with a type and data',
      [
        { type: 'human', data: { content: ASKED, additional_kwargs: {} } },
        { type: 'ai', data: { content: ANSWERED } },
      ],
      ['human', 'ai'],
    ],
    [
      'messages with a type and content',
      {
        messages: [
          { type: 'human', content: ASKED },
          { type: 'ai', content: ANSWERED },
        ],
      },
      ['human', 'ai'],
    ],
    [
      'serialized classes',
      [
        { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'HumanMessage'], kwargs: { content: ASKED } },
        { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'AIMessage'], kwargs: { content: ANSWERED } },
      ],
      ['human', 'ai'],
    ],
    [
      'serialized arguments',
      [
        { lc_kwargs: { content: ASKED }, lc_id: ['langchain', 'HumanMessage'] },
        { lc_kwargs: { content: ANSWERED }, lc_id: ['langchain', 'AIMessageChunk'] },
      ],
      ['human', 'ai'],
    ],
    [
      'training data',
      [
        {
          id: '1',
          conversations: [
            { from: 'human', value: ASKED },
            { from: 'gpt', value: ANSWERED },
          ],
        },
      ],
      ['human', 'gpt'],
    ],
    [
      'contents with parts',
      {
        contents: [
          { role: 'user', parts: [{ text: ASKED }] },
          { role: 'model', parts: [{ text: ANSWERED }] },
        ],
      },
      ['user', 'model'],
    ],
    [
      'texts with annotations',
      {
        data: [
          { role: 'user', content: [{ type: 'text', text: { value: ASKED, annotations: [] } }] },
          { role: 'assistant', content: [{ type: 'text', text: { value: ANSWERED, annotations: [] } }] },
        ],
      },
      ['user', 'assistant'],
    ],
    [
      'requests and responses',
      [
        {
          kind: 'request',
          parts: [
            { part_kind: 'system-prompt', content: 'You repair old bicycles.' },
            { part_kind: 'user-prompt', content: ASKED },
          ],
        },
        {
          kind: 'response',
          parts: [
            { part_kind: 'thinking', content: 'I think about it.' },
            { part_kind: 'text', content: ANSWERED },
          ],
        },
      ],
      ['user', 'assistant'],
    ],
    [
      'a request and its choices',
      {
        model: 'm',
        messages: [
          { role: 'system', content: 'You repair old bicycles.' },
          { role: 'user', content: ASKED },
        ],
        response: { choices: [{ index: 0, message: { role: 'assistant', content: ANSWERED } }] },
      },
      ['user', 'assistant'],
    ],
    [
      'tool blocks',
      {
        messages: [
          { role: 'user', content: ASKED },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: ANSWERED },
              { type: 'tool_use', id: 't', name: 'look', input: { words: 'all rings of rubber' } },
            ],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'Three rings were found here.' }] },
        ],
      },
      ['user', 'assistant'],
    ],
    ['questions and answers', [{ question: ASKED, answer: ANSWERED }], ['user', 'assistant']],
    ['instructions and outputs', [{ instruction: ASKED, input: '', output: ANSWERED }], ['user', 'assistant']],
    ['roles as keys', [{ user: ASKED }, { assistant: ANSWERED }], ['user', 'assistant']],
    [
      'pairs of a role and a text',
      [
        ['user', ASKED],
        ['assistant', ANSWERED],
      ],
      ['user', 'assistant'],
    ],
    [
      'pairs of texts',
      [
        [ASKED, ANSWERED],
        ['Thank you very much, that helped.', 'You are very welcome, of course.'],
      ].slice(0, 2),
      ['user', 'assistant'],
    ],
    [
      'sessions in sessions',
      { haystack_sessions: [[{ role: 'user', content: ASKED }], [{ role: 'assistant', content: ANSWERED }]] },
      ['user', 'assistant'],
    ],
  ])('%s', (_, content, [first, second]) => {
    expect(spoken(content).slice(0, 2)).toEqual([
      [first, ASKED],
      [second, ANSWERED],
    ]);
  });

  it('follows the active branch of a tree, and skips calls of tools', () => {
    expect(spoken([TREE])).toEqual([
      ['user', ASKED],
      ['assistant', ANSWERED],
      ['user', 'That helped, thank you.'],
    ]);
    const [first] = parseTurns(JSON.stringify([TREE])).filter(({ body }) => body !== '');
    expect(first).toMatchObject({ heading: 'Bicycle pump', title: 'Bicycle pump', time: new Date(1_748_944_801_500) });
  });

  it('reads a conversation that a file has as a tree and as a list once', () => {
    const message = (id: string, parentId: string | null, role: string, content: string) => ({
      id,
      parentId,
      role,
      content,
      timestamp: 1_700_000_000,
    });
    const messages = [message('q', null, 'user', ASKED), message('b', 'q', 'assistant', ANSWERED)];
    const other = message('a', 'q', 'assistant', 'Buy a new pump in the shop.');
    const history = { messages: Object.fromEntries([messages[0]!, other, messages[1]!].map((one) => [one.id, one])), currentId: 'b' };
    expect(spoken([{ id: 'c', title: 'Pump', chat: { history, messages } }])).toEqual([
      ['user', ASKED],
      ['assistant', ANSWERED],
    ]);
  });

  it('takes the last message as the end of the active branch if the file has no mark', () => {
    const message = (messageId: string, parentMessageId: string, isUser: boolean, text: string) => ({
      messageId,
      parentMessageId,
      role: isUser ? 'user' : 'assistant',
      text,
    });
    const messages = [
      message('q', '0', true, ASKED),
      message('a', 'q', false, 'Buy a new pump in the shop.'),
      message('b', 'q', false, ANSWERED),
    ];
    expect(spoken({ messages })).toEqual([
      ['user', ASKED],
      ['assistant', ANSWERED],
    ]);
  });

  it('reads the text of blocks and no thinking, each conversation with its title', () => {
    const file = [
      {
        uuid: 'c1',
        name: 'Pump repair',
        summary: '',
        created_at: '2026-03-01T08:00:00.000000Z',
        chat_messages: [
          claudeMessage('1', 'human', [{ type: 'text', text: ASKED, citations: [] }], ASKED),
          claudeMessage('2', 'assistant', [
            { type: 'thinking', thinking: 'They ride on Sundays.' },
            { type: 'text', text: ANSWERED },
          ]),
        ],
      },
      {
        uuid: 'c2',
        name: 'Tea',
        summary: '',
        created_at: '2026-03-02T08:00:00.000000Z',
        chat_messages: [claudeMessage('3', 'human', [], 'I prefer green tea.')],
      },
    ];
    expect(spoken(file)).toEqual([
      ['human', ASKED],
      ['assistant', ANSWERED],
      ['human', 'I prefer green tea.'],
    ]);
    const turns = parseTurns(JSON.stringify(file)).filter(({ body }) => body !== '');
    expect(turns.map(({ heading }) => heading)).toEqual(['Pump repair', 'Pump repair', 'Tea']);
    expect(timesOf(file)).toEqual(['2026-03-01T08:00:01.000Z', '2026-03-01T08:00:02.000Z', '2026-03-01T08:00:03.000Z']);
  });

  it('reads the log of a coding agent', () => {
    const at = '2026-05-02T10:00:01.000Z';
    const item = (payload: object, type = 'response_item') => ({ timestamp: at, type, payload });
    const log = [
      item({ id: 'x', cwd: '/x', instructions: 'Be a very good agent.' }, 'session_meta'),
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: ASKED }] }),
      item({ type: 'user_message', message: ASKED }, 'event_msg'),
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'I think about it.' }] }),
      item({ type: 'function_call_output', call_id: 'c', output: 'Three rings were found here.' }),
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: ANSWERED }] }),
      item({ type: 'agent_message', message: ANSWERED }, 'event_msg'),
    ];
    expect(spoken(jsonLines(log))).toEqual([
      ['user', ASKED],
      ['assistant', ANSWERED],
    ]);
  });

  it('reads the session of a coding agent', () => {
    const lines = [
      { type: 'summary', summary: 'The pump is repaired now', leafUuid: '4' },
      session('1', null, 'user', ASKED),
      session('2', '1', 'assistant', [{ type: 'thinking', thinking: 'I think about it.', signature: 's' }]),
      session('3', '2', 'assistant', [
        { type: 'text', text: ANSWERED },
        { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls all the rings' } },
      ]),
      session('4', '3', 'user', [{ type: 'tool_result', tool_use_id: 't', content: 'Three rings were found here.' }], {
        toolUseResult: { stdout: 'Three rings were found here.' },
      }),
      session('5', null, 'user', 'Look for rings in all files.', { isSidechain: true }),
      session('6', '4', 'user', 'The caveat is about commands.', { isMeta: true }),
    ];
    expect(spoken(jsonLines(lines))).toEqual([
      ['user', ASKED],
      ['assistant', ANSWERED],
    ]);
  });
});

describe('JSON in strings of JSON', () => {
  const talk = [
    { role: 'user', content: `${ASKED}\n"Badly" \\ 🚲` },
    { role: 'assistant', content: ANSWERED },
  ];
  const expected = [
    ['user', `${ASKED}\n"Badly" \\ 🚲`],
    ['assistant', ANSWERED],
  ];

  it.each<[string, unknown]>([
    ['a row of a table', [{ id: 1, title: 'A talk about the pump', payload: JSON.stringify(talk) }]],
    ['the text of a document', { text: JSON.stringify({ title: 'Pump', messages: talk }, null, 2) }],
    ['a string in a string', { text: JSON.stringify({ data: JSON.stringify(talk) }) }],
    ['a message', [{ role: 'user', content: JSON.stringify(talk) }]],
  ])('are conversations: %s', (_, content) => {
    expect(spoken(content)).toEqual(expected);
  });

  it('are one conversation each', () => {
    const rows = [talk, [{ role: 'user', content: 'My van is blue.' }]].map((messages, id) => ({
      id,
      messages: JSON.stringify({ messages }),
    }));
    expect(spoken(rows)).toEqual([...expected, ['user', 'My van is blue.']]);
    expect(spoken(rows.toReversed())).toEqual([['user', 'My van is blue.'], ...expected]);
  });

  it('are not what somebody says in a conversation', () => {
    const calls = [{ function: { name: 'send', arguments: JSON.stringify({ messages: talk }) } }];
    expect(
      spoken([
        { role: 'user', content: 'My van is blue.' },
        { role: 'assistant', content: 'It is.', tool_calls: calls },
      ]),
    ).toEqual([
      ['user', 'My van is blue.'],
      ['assistant', 'It is.'],
    ]);
  });

  it('lose no character where they were cut, and nothing is read twice', () => {
    const whole = JSON.stringify([{ id: 1, payload: JSON.stringify(talk) }]);
    for (let end = 1; end < whole.length; end++) {
      const bodies = spoken(whole.slice(0, end)).map(([, body]) => body);
      expect(bodies).toHaveLength(new Set(bodies).size);
    }
  });
});

describe('the chat of an editor', () => {
  const chat = (...requests: object[]) => ({
    requesterUsername: 'mika',
    responderUsername: 'GitHub Copilot',
    initialLocation: 'panel',
    requests,
  });
  const request = (text: string, response: object[], more: object = {}) => ({
    requestId: 'r',
    message: { parts: [{ range: { start: 0, endExclusive: 4 }, text, kind: 'text' }], text },
    variableData: { variables: [] },
    response,
    result: { metadata: { messages: [{ role: 'user', content: 'A long rendered prompt that nobody has written here.'.repeat(9) }] } },
    timestamp: 1_753_979_651_544,
    ...more,
  });

  it('has what the person asked and the text of the answers', () => {
    const file = chat(
      request(ASKED, [
        { value: 'Put a new ', supportThemeIcons: false },
        { kind: 'toolInvocationSerialized', invocationMessage: { value: 'Reading all files of the project' } },
        { kind: 'thinking', value: 'They ride on Sundays.' },
        { value: 'ring of rubber into it.' },
      ]),
      request('That helped, thank you.', []),
    );
    expect(spoken(file)).toEqual([
      ['mika', ASKED],
      ['assistant', ANSWERED],
      ['mika', 'That helped, thank you.'],
    ]);
    expect(timesOf(file)).toEqual(Array(3).fill('2025-07-31T16:34:11.544Z'));
  });

  it('has the role of a person without a name', () => {
    expect(spoken({ ...chat(request(ASKED, [{ value: ANSWERED }])), requesterUsername: '' })).toEqual([
      ['user', ASKED],
      ['assistant', ANSWERED],
    ]);
  });
});

describe('chats of people', () => {
  it('reads an account export with formatted text, and no service messages', () => {
    const chat = {
      name: 'Nadia',
      type: 'personal_chat',
      id: 1,
      messages: [
        {
          id: 1,
          type: 'service',
          date: '2026-02-03T18:00:00',
          date_unixtime: '1770141600',
          actor: 'Omar',
          action: 'create_group',
          text: '',
        },
        {
          id: 2,
          type: 'message',
          date: '2026-02-03T18:01:00',
          date_unixtime: '1770141660',
          from: 'Nadia',
          from_id: 'user1',
          text: ['The ', { type: 'bold', text: 'bicycle' }, ' pump leaks.'],
        },
        {
          id: 3,
          type: 'message',
          date: '2026-02-03T18:02:00',
          date_unixtime: '1770141720',
          from: 'Omar',
          from_id: 'user2',
          reply_to_message_id: 2,
          text: ANSWERED,
        },
      ],
    };
    const file = { about: 'the data you asked for', chats: { about: 'all of your chats', list: [chat] } };
    expect(spoken(file)).toEqual([
      ['Nadia', 'The bicycle pump leaks.'],
      ['Omar', ANSWERED],
    ]);
    expect(timesOf(file)).toEqual(['2026-02-03T18:01:00.000Z', '2026-02-03T18:02:00.000Z']);
  });

  it('resolves the ids and the markup of a channel', () => {
    const profile = (real_name: string) => ({ real_name, display_name: real_name.toLowerCase(), name: real_name.slice(0, 4) });
    const channel = [
      {
        type: 'message',
        user: 'U02AB',
        text: '<@U09ZZ> see <https://example.org/x|the page> in <#C01|repairs>',
        ts: '1748944800.000100',
        user_profile: profile('Greta Ohm'),
      },
      { type: 'message', subtype: 'channel_join', user: 'U09ZZ', text: '<@U09ZZ> has joined the channel', ts: '1748944801.000100' },
      { type: 'message', user: 'U09ZZ', text: 'It was &lt; 1 bar &amp; rising.', ts: '1748944802.000100' },
      { type: 'message', user: 'U09ZZ', text: '<!here> done', ts: '1748944803.000100', user_profile: profile('Paul Anders') },
    ];
    const expected = [
      ['Greta Ohm', 'Paul Anders see the page in #repairs'],
      ['Paul Anders', 'It was < 1 bar & rising.'],
      ['Paul Anders', '@here done'],
    ];
    expect(spoken(channel)).toEqual(expected);
    const users = [
      { id: 'U02AB', name: 'greta', profile: { real_name: 'Greta Ohm' } },
      { id: 'U09ZZ', name: 'paul', profile: { real_name: 'Paul Anders' } },
    ];
    expect(spoken({ users, messages: channel.map(({ user_profile: _, ...message }) => message) })).toEqual(expected);
  });

  it('resolves numbers of people', () => {
    const comment = (author_id: number, body: string) => ({
      id: author_id * 7,
      type: 'Comment',
      author_id,
      body,
      created_at: '2024-05-07T10:00:00Z',
    });
    expect(
      spoken({
        comments: [comment(11, ASKED), comment(12, ANSWERED)],
        users: [
          { id: 11, name: 'Ann Lee' },
          { id: 12, name: 'Bo Ek' },
        ],
      }),
    ).toEqual([
      ['Ann Lee', ASKED],
      ['Bo Ek', ANSWERED],
    ]);
  });

  it('repairs texts that were written as bytes', () => {
    const file = {
      title: 'Caf\u00c3\u00a9',
      messages: [
        { sender_name: 'J\u00c3\u00bcrgen', timestamp_ms: 1_700_000_000_000, content: 'We meet at the caf\u00c3\u00a9.', type: 'Generic' },
        { sender_name: 'Ann', timestamp_ms: 1_700_000_001_000, content: ANSWERED, type: 'Generic' },
      ],
    };
    expect(spoken(file)).toEqual([
      ['Jürgen', 'We meet at the café.'],
      ['Ann', ANSWERED],
    ]);
    expect(parseTurns(JSON.stringify(file))[0]).toMatchObject({ heading: 'Café', time: new Date(1_700_000_000_000) });
  });

  it.each<[string, unknown]>([
    [
      'a server export',
      {
        guild: { id: '1', name: 'Shop' },
        channel: { id: '2', name: 'repairs' },
        messages: [
          {
            id: '10',
            type: 'Default',
            timestamp: '2026-01-01T10:00:00+00:00',
            content: ASKED,
            author: { id: '9', name: 'Ann', isBot: false },
          },
          {
            id: '11',
            type: 'GuildMemberJoin',
            timestamp: '2026-01-01T10:01:00+00:00',
            content: 'Joined the server.',
            author: { id: '8', name: 'Bob' },
          },
          {
            id: '12',
            type: 'Reply',
            timestamp: '2026-01-01T10:02:00+00:00',
            content: ANSWERED,
            author: { id: '8', name: 'Bob' },
            reference: { messageId: '10' },
          },
        ],
      },
    ],
    [
      'events of a room',
      {
        messages: [
          { type: 'm.room.member', sender: 'Ann', content: { membership: 'join' } },
          { type: 'm.room.message', sender: 'Ann', content: { msgtype: 'm.text', body: ASKED } },
          { type: 'm.room.message', sender: 'Bob', content: { msgtype: 'm.text', body: ANSWERED } },
        ],
      },
    ],
    [
      'posts in lines',
      jsonLines([
        { type: 'version', version: 1 },
        { type: 'post', post: { team: 't', channel: 'c', user: 'Ann', message: ASKED, create_at: 1_700_000_000_000 } },
        { type: 'post', post: { team: 't', channel: 'c', user: 'Bob', message: ANSWERED, create_at: 1_700_000_001_000 } },
      ]),
    ],
    [
      'a forum with answers inside of messages',
      {
        data: {
          children: [
            {
              kind: 't1',
              data: {
                author: 'Ann',
                body: ASKED,
                created_utc: 1_700_000_000,
                id: 'c1',
                replies: {
                  data: {
                    children: [
                      { kind: 't1', data: { author: 'Bob', body: ANSWERED, created_utc: 1_700_000_100, id: 'c2', parent_id: 'c1' } },
                    ],
                  },
                },
              },
            },
          ],
        },
      },
    ],
    [
      'bodies of HTML',
      {
        value: [
          { messageType: 'message', from: { user: { displayName: 'Ann' } }, body: { contentType: 'html', content: `<p>${ASKED}</p>` } },
          { messageType: 'systemEventMessage', from: null, body: { contentType: 'html', content: '<systemEventMessage/>' } },
          {
            messageType: 'message',
            from: { user: { displayName: 'Bob' } },
            body: { contentType: 'html', content: `<div>${ANSWERED}</div>` },
          },
        ],
      },
    ],
    [
      'a script',
      `window.YTD.part0 = ${JSON.stringify([{ dm: { messages: [{ create: { senderName: 'Ann', text: ASKED } }, { create: { senderName: 'Bob', text: ANSWERED } }] } }])}`,
    ],
    [
      'segments of a recording',
      {
        segments: [
          { start: 0.1, end: 2.5, text: ASKED, speaker: 'Ann' },
          { start: 2.5, end: 4, text: ANSWERED, speaker: 'Bob' },
        ],
        language: 'en',
      },
    ],
    [
      'messages by their keys',
      {
        messages: {
          '-N1': { displayName: 'Ann', text: ASKED, createdAt: { _seconds: 1_700_000_000 } },
          '-N2': { displayName: 'Bob', text: ANSWERED, createdAt: { _seconds: 1_700_000_001 } },
        },
      },
    ],
    ['names as keys', [{ Ann: ASKED }, { Bob: ANSWERED }, { Ann: 'That helped a lot, thank you.' }]],
    [
      'fields with unknown names',
      {
        x: [
          { wer: 'Ann', was: ASKED, n: 1 },
          { wer: 'Bob', was: ANSWERED, n: 2 },
          { wer: 'Ann', was: 'That helped a lot, thank you.', n: 3 },
        ],
      },
    ],
  ])('%s', (_, content) => {
    expect(spoken(content).slice(0, 2)).toEqual([
      ['Ann', ASKED],
      ['Bob', ANSWERED],
    ]);
  });

  it('does not attribute the messages of the owner of the file to the other side', () => {
    const messages = [
      { guid: 'x1', text: ASKED, is_from_me: 0, handle: '+4915112345678' },
      { guid: 'x2', text: ANSWERED, is_from_me: 1, handle: '+4915112345678' },
    ];
    expect(spoken(messages)).toEqual([
      ['+4915112345678', ASKED],
      ['user', ANSWERED],
    ]);
  });

  it('numbers the speakers of a recording', () => {
    const utterances = [ASKED, ANSWERED, 'That helped a lot, thank you.'].map((transcript, i) => ({
      start: i,
      end: i + 1,
      transcript,
      speaker: i % 2,
    }));
    expect(spoken({ results: { utterances } }).map(([speaker]) => speaker)).toEqual(['Speaker 0', 'Speaker 1', 'Speaker 0']);
  });

  it('joins a day and a time of day', () => {
    expect(
      timesOf({
        chat: [
          { date: '2024-05-07', time: '10:00', author: 'Ann', message: ASKED },
          { date: '2024-05-07', time: '10:01', author: 'Bob', message: ANSWERED },
        ],
      }),
    ).toEqual(['2024-05-07T10:00:00.000Z', '2024-05-07T10:01:00.000Z']);
  });

  it('dates messages without a time by their conversation', () => {
    const file = {
      session_1_date_time: '1:56 pm on 8 May, 2023',
      session_1: [{ speaker: 'Ann', text: ASKED }],
      session_2_date_time: '2:00 pm on 9 May, 2023',
      session_2: [{ speaker: 'Bob', text: ANSWERED }],
    };
    expect(timesOf(file)).toEqual(['2023-05-08T13:56:00.000Z', '2023-05-09T14:00:00.000Z']);
  });
});

describe('facts', () => {
  it('reads the memories of another store, with their times', () => {
    const results = [
      {
        id: 'a1',
        memory: 'Prefers window seats on trains',
        hash: 'x',
        metadata: { source: 'chat' },
        created_at: '2026-01-04T10:00:00-08:00',
        updated_at: null,
        user_id: 'mirela',
      },
      { id: 'a2', memory: 'Is allergic to kiwi', created_at: '2026-02-04T10:00:00-08:00', user_id: 'mirela' },
    ];
    expect(spoken({ results })).toEqual([
      [null, 'Prefers window seats on trains'],
      [null, 'Is allergic to kiwi'],
    ]);
    expect(timesOf({ results })).toEqual(['2026-01-04T18:00:00.000Z', '2026-02-04T18:00:00.000Z']);
  });

  it('reads observations and relations of a knowledge graph', () => {
    const entity = { name: 'Mirela_Stan', entityType: 'Person', observations: ['Works as a glass blower', 'Lives in Cluj'] };
    const relation = { from: 'Mirela_Stan', to: 'Atelier_North', relationType: 'works_at' };
    const expected = [
      [null, 'Mirela Stan: Works as a glass blower'],
      [null, 'Mirela Stan: Lives in Cluj'],
      [null, 'Mirela Stan works at Atelier North'],
    ];
    expect(
      spoken(
        `${jsonLines([
          { type: 'entity', ...entity },
          { type: 'relation', ...relation },
        ])}\n`,
      ),
    ).toEqual(expected);
    expect(spoken({ entities: [entity], relations: [relation] })).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['texts', ['Ann lives in Porto.', 'Ann likes tea.']],
    ['texts with a key', { facts: ['Ann lives in Porto.', 'Ann likes tea.'] }],
    [
      'records',
      [
        { fact: 'Ann lives in Porto.', category: 'place' },
        { fact: 'Ann likes tea.', category: 'food' },
      ],
    ],
    [
      'records with a key',
      {
        memories: [
          { id: 1, content: 'Ann lives in Porto.' },
          { id: 2, content: 'Ann likes tea.' },
        ],
      },
    ],
  ])('a list of %s', (_, content) => {
    expect(spoken(content)).toEqual([
      [null, 'Ann lives in Porto.'],
      [null, 'Ann likes tea.'],
    ]);
  });

  it.each<[string, unknown]>([
    [
      'settings',
      { name: 'app', description: 'A tool that does things well.', scripts: { build: 'node build all the things' }, keywords: ['a', 'b'] },
    ],
    [
      'a catalog',
      [
        { id: 1, name: 'Lamp', description: 'A very nice lamp for you.', category: 'home' },
        { id: 2, name: 'Chair', description: 'A very nice chair for you.', category: 'home' },
      ],
    ],
    [
      'a log',
      jsonLines([
        { level: 'info', time: 1_700_000_000_000, msg: 'the server was started on port 80' },
        { level: 'warn', time: 1_700_000_000_001, msg: 'a slow query was seen' },
      ]),
    ],
    [
      'an API description',
      {
        paths: {
          '/a': {
            get: {
              summary: 'Get a thing now',
              parameters: [
                { name: 'limit', in: 'query', description: 'How many things to return.' },
                { name: 'page', in: 'query', description: 'Which page to return now.' },
              ],
            },
          },
        },
      },
    ],
    ['numbers', [1, 2, 3]],
    ['lines of numbers', '[1]\n[2]\n[3]\n'],
  ])('gives no memories of %s', (_, content) => {
    expect(spoken(content)).toEqual([]);
  });
});

describe('damaged and mixed files', () => {
  const CHAT = [
    { role: 'user', content: ASKED },
    { role: 'assistant', content: ANSWERED },
  ];

  it('reads JSON after other text and in a fence', () => {
    const expected = [
      [null, 'This is what we said:'],
      ['user', ASKED],
      ['assistant', ANSWERED],
    ];
    expect(spoken(`This is what we said:\n${JSON.stringify(CHAT)}`)).toEqual(expected);
    expect(spoken(`This is what we said:\n\n\`\`\`json\n${JSON.stringify(CHAT, null, 2)}\n\`\`\`\n`)).toEqual(expected);
    expect(spoken(`\`\`\`\n${JSON.stringify(CHAT)}\n\`\`\``)).toEqual(expected.slice(1));
  });

  it('leaves a document with an example as it is', () => {
    const content = `${'The format of a request is simple, and everybody can write one. '.repeat(8)}\n\n${JSON.stringify(CHAT)}\n`;
    expect(spoken(content).every(([speaker]) => speaker === null)).toBe(true);
  });

  it('reads what is there if the end is missing', () => {
    const whole = JSON.stringify({ title: 'Pump', messages: CHAT });
    for (let length = whole.indexOf('valve'); length < whole.length; length++) {
      const [first, ...rest] = spoken(whole.slice(0, length));
      expect(first?.[0]).toBe('user');
      expect(ASKED.startsWith(first?.[1] ?? '?')).toBe(true);
      for (const [, body] of rest) expect(ANSWERED.startsWith(body ?? '?')).toBe(true);
    }
  });

  it('reads the lines around a broken one', () => {
    const good = CHAT.map((turn) => JSON.stringify(turn));
    expect(spoken(`${good[0]}\n{"role": oops, "content": "lost words"}\n${good[1]}`)).toEqual([
      ['user', ASKED],
      ['assistant', ANSWERED],
    ]);
  });

  it('reads escaped text of any length', () => {
    const long = 'Ann said "a\\b" and é.\n'.repeat(20_000).trim();
    expect(spoken([{ role: 'user', content: long }])).toEqual([['user', long]]);
  });

  const words = fc.constantFrom(
    ASKED,
    ANSWERED,
    'Ann lives in Porto.',
    'hi',
    '',
    'a "b" \\ c\n\td',
    '<@U01> &amp; x',
    '漢字かな交じり文',
    '\ud83d\ude00',
  );
  const name = fc.constantFrom('user', 'assistant', 'Ann', 'Bob', 'U012345', '', 'tool');
  const time = fc.constantFrom<unknown>('2024-05-07T10:00:00Z', 1_700_000_000, '10:00', null, 'soon');
  const message = fc.oneof(
    fc.record({
      role: name,
      content: fc.oneof(words, fc.array(fc.oneof(words, fc.record({ type: fc.constantFrom('text', 'thinking'), text: words })))),
    }),
    fc.record({ from: name, text: words, date: time, id: fc.nat(5), parent_id: fc.nat(5) }),
    fc.record({ user: name, message: words, ts: time, replies: fc.array(fc.record({ user: name, message: words }), { maxLength: 2 }) }),
    fc.record({ payload: fc.array(fc.record({ role: name, content: words }), { maxLength: 3 }).map((values) => JSON.stringify(values)) }),
    fc.record({ name, observations: fc.array(words, { maxLength: 3 }) }),
    fc.record({ memory: words, user_id: name }),
    fc.tuple(name, words),
    fc.jsonValue(),
  );
  const file = fc.oneof(
    fc.array(message, { maxLength: 6 }).map((values) => JSON.stringify(values)),
    fc.array(message, { maxLength: 6 }).map((values) => JSON.stringify({ title: 'x', mapping: { ...values }, current_node: '1' }, null, 1)),
    fc.array(message, { maxLength: 6 }).map(jsonLines),
    fc.array(fc.array(message, { maxLength: 3 }), { maxLength: 3 }).map((values) => JSON.stringify({ chats: values })),
  );

  it('preserves every character of cut, shuffled and mixed files', () => {
    const damaged = fc.oneof(
      fc.tuple(file, fc.nat(400)).map(([text, length]) => text.slice(0, length)),
      fc.tuple(file, fc.nat(400)).map(([text, start]) => text.slice(start)),
      fc
        .tuple(file, fc.nat(400), fc.constantFrom('\n', 'x', '"', '}', ']', '{', '\\', '\u0000', ','))
        .map(([text, at, sign]) => text.slice(0, at) + sign + text.slice(at)),
      fc
        .array(fc.oneof(file, fc.constantFrom('Ann: hi', '```json', '```', 'some words', '', '# H', '[link](x)')), { maxLength: 4 })
        .map((parts) => parts.join('\n')),
    );
    fc.assert(
      fc.property(fc.oneof(file, damaged), (text) => {
        const turns = parseTurns(text);
        expect(turns.map(({ raw }) => raw).join('')).toBe(text);
        expect(turns.every(({ raw }) => raw !== '')).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('gives one turn for each message', () => {
    const distinct = fc.uniqueArray(fc.integer({ min: 10, max: 99 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        distinct,
        fc.constantFrom('role', 'sender', 'author'),
        fc.constantFrom('content', 'text', 'body'),
        (numbers, who, what) => {
          const turns = numbers.map((number, i) => ({
            [who]: i % 2 ? 'assistant' : 'user',
            [what]: `Room ${number} was painted in green.`,
            id: `m${number}`,
          }));
          expect(spoken({ list: turns, copy: turns })).toEqual(turns.map((turn) => [turn[who], turn[what]]));
        },
      ),
    );
  });
});

describe('parts of messages', () => {
  it('reads the words of recordings', () => {
    const content = (text: string, direction: string) => ({
      content_type: 'multimodal_text',
      parts: [
        { content_type: 'audio_transcription', text, direction },
        { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_1', format: 'wav' },
      ],
    });
    const mapping = {
      q: node('q', null, ['a'], 'user', '', { content: content(ASKED, 'in') }),
      a: node('a', 'q', [], 'assistant', '', { content: content(ANSWERED, 'out') }),
    };
    expect(spoken([{ title: 'Pump', mapping, current_node: 'a' }])).toEqual([
      ['user', ASKED],
      ['assistant', ANSWERED],
    ]);
  });

  it('reads fragments, which say whose message it is', () => {
    const message = (...fragments: object[]) => ({ files: [], model: 'm', inserted_at: '2026-02-01T10:00:00Z', fragments });
    const mapping = {
      root: { id: 'root', parent: null, children: ['1'], message: null },
      1: { id: '1', parent: 'root', children: ['2'], message: message({ type: 'REQUEST', content: ASKED }) },
      2: {
        id: '2',
        parent: '1',
        children: [],
        message: message({ type: 'THINK', content: 'They ask me about the valve.' }, { type: 'RESPONSE', content: ANSWERED }),
      },
    };
    expect(spoken([{ id: 'c', title: 'Pump', inserted_at: '2026-02-01T09:00:00Z', mapping }])).toEqual([
      ['user', ASKED],
      ['assistant', ANSWERED],
    ]);
    expect(timesOf([{ id: 'c', title: 'Pump', mapping }])).toEqual(['2026-02-01T10:00:00.000Z', '2026-02-01T10:00:00.000Z']);
  });

  it.each([
    ['in parts', { role: 'model', parts: [{ text: 'They may be a spy.', thought: true }, { text: ANSWERED }] }],
    ['with the word reasoning', { role: 'model', parts: [{ text: 'They may be a spy.', reasoning: true }, { text: ANSWERED }] }],
  ])('omits thoughts %s', (_, answer) => {
    expect(spoken({ contents: [{ role: 'user', parts: [{ text: ASKED }] }, answer] })).toEqual([
      ['user', ASKED],
      ['model', ANSWERED],
    ]);
  });

  it('omits messages that are thoughts', () => {
    const chunks = [
      { text: ASKED, role: 'user' },
      { text: 'They may be a spy.', role: 'model', isThought: true },
      { text: ANSWERED, role: 'model' },
    ];
    expect(spoken({ chunkedPrompt: { chunks } })).toEqual([
      ['user', ASKED],
      ['model', ANSWERED],
    ]);
  });

  it('omits what tools are asked and answer', () => {
    const conversations = [
      { from: 'human', value: ASKED },
      { from: 'function_call', value: '{"name": "look for the ring"}' },
      { from: 'observation', value: 'There are three rings in the shop.' },
      { from: 'gpt', value: ANSWERED },
    ];
    expect(spoken([{ id: '1', conversations }])).toEqual([
      ['human', ASKED],
      ['gpt', ANSWERED],
    ]);
  });

  it('reads observations that are facts', () => {
    const facts = ['Mika repairs old bicycles.', 'Mika lives beside the mill.'];
    expect(spoken(facts.map((content) => ({ type: 'observation', content }))).map(([, body]) => body)).toEqual(facts);
  });

  it('reads the two sides of a chat in an editor', () => {
    const requests = [
      {
        requestId: 'r',
        message: { text: ASKED, parts: [{ text: ASKED, kind: 'text' }] },
        response: [{ value: ANSWERED }, { kind: 'toolInvocationSerialized', invocationMessage: { value: 'Reading the file' } }],
        agent: { id: 'a', name: 'GitHub Copilot' },
        timestamp: 1_740_910_272_000,
      },
    ];
    expect(spoken({ requesterUsername: 'octo', responderUsername: 'GitHub Copilot', requests })).toEqual([
      ['octo', ASKED],
      ['assistant', ANSWERED],
    ]);
  });

  it('omits the file of instructions before a request', () => {
    const text = `# AGENTS.md instructions for /home/x/shop\n\n<INSTRUCTIONS>\nUse one tool always. The owner is Bob.\n</INSTRUCTIONS>`;
    const message = (role: string, words: string) => ({ type: 'message', role, content: [{ type: 'input_text', text: words }] });
    expect(spoken([message('user', text), message('user', `${text}\n\n${ASKED}`), message('assistant', ANSWERED)])).toEqual([
      ['user', ASKED],
      ['assistant', ANSWERED],
    ]);
  });
});

describe('lists of things', () => {
  it.each<[string, unknown]>([
    [
      'products',
      [
        { id: 1, name: 'Lamp Oslo', content: 'A red lamp made of birch.', price: 9 },
        { id: 2, name: 'Chair Bergen', content: 'A blue chair made of oak.', price: 9 },
      ],
    ],
    [
      'places on a map',
      {
        type: 'FeatureCollection',
        features: ['Bern', 'Bern', 'Bern'].map((name) => ({
          type: 'Feature',
          properties: { name, text: 'The old minster of the town.' },
          geometry: { type: 'Point', coordinates: [8.5, 47.3] },
        })),
      },
    ],
  ])('do not speak: %s', (_, content) => {
    expect(spoken(content).filter(([speaker]) => speaker !== null)).toEqual([]);
  });

  it('lets the author of a comment on a card speak', () => {
    const action = (fullName: string, text: string) => ({
      type: 'commentCard',
      date: '2026-02-01T10:00:00Z',
      data: { text, card: { name: 'Buy lamp' }, board: { name: 'Home' } },
      memberCreator: { fullName, username: fullName.toLowerCase() },
    });
    expect(
      spoken({ name: 'Home', actions: [action('Tom', 'I bought it in the old town.'), action('Mia', 'It is far too bright.')] }),
    ).toEqual([
      ['Tom', 'I bought it in the old town.'],
      ['Mia', 'It is far too bright.'],
    ]);
  });

  it('lets people speak who are named beside their words', () => {
    const talk = [
      { name: 'Ann', content: 'I moved to the old mill.' },
      { name: 'Bob', content: 'I stay at the harbor.' },
    ];
    expect(spoken(talk)).toEqual(talk.map(({ name, content }) => [name, content]));
  });

  it('gives no memories of the entries of logs', () => {
    const entries = (more: (i: number) => object): string => jsonLines(Array.from({ length: 8 }, (_, i) => more(i)));
    expect(
      spoken(entries((i) => ({ log: `Order ${i} was shipped to the mill\n`, stream: 'stdout', time: '2026-02-01T10:00:00Z' }))),
    ).toEqual([]);
    expect(spoken(entries((i) => ({ level: 'info', user: 'root', message: `Order ${i} was shipped to the mill`, time: i })))).toEqual([]);
  });
});
