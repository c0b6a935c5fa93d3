import { LIMITS } from '../contract/limits.ts';
import type { Words } from './words.ts';

const NOT_SENT = '消息未发送';
const TRY_LATER = '您的消息未能送达，请稍后再试。';

const OUR_FAULT = {
  title: '操作未成功',
  message: '我们这边出现了问题，请稍后再试。',
};

/** Chinese, Simplified. */
export const zh: Words = {
  tag: 'zh-Hans',
  name: '简体中文',
  quote: (text) => `“${text}”`,
  accepted: {
    title: '消息已发送',
    thanks: '谢谢，我们已收到您的消息。',
    test: '这是一条测试消息。',
    echo: (quoted) => `内容：${quoted}。`,
    close: '您可以关闭此页面，或返回表单。',
    backTo: (name) => `返回 ${name}`,
  },
  challenge: {
    working: '为了防止垃圾信息，您的浏览器正在进行一次简短的计算，完成后会立即发送您的消息。',
    files:
      '您的消息还在，但网页无法保留文件：请在下方重新选择。与此同时，为防止垃圾信息，您的浏览器正在进行一次简短的计算。',
    sending: '计算已完成，正在发送您的消息。',
    ready: '计算已完成，请点击按钮发送您的消息。',
    failed: '此浏览器未能完成计算，您的消息尚未发送。',
    button: '发送消息',
    local: '计算只在您的设备上进行，不会为此保存或传出任何关于您的信息。',
    noScript:
      '您的消息尚未发送。为了防止垃圾信息，此表单要求浏览器进行一次简短的计算，这需要启用 JavaScript。',
    turnOn: '请为此页面启用 JavaScript，然后点击按钮。',
    again: '重试',
    unusual:
      '只有看起来不寻常的消息，或在消息特别多的时候，表单才会有此要求。您也可以返回，去掉链接，稍后再发送。',
    otherWay: '您也可以通过其他方式联系此表单的所有者：',
    written: '您填写的内容',
  },
  errorCode: '错误代码：',
  otherError: { title: '操作未成功', message: '出现了问题。' },
  visitor: {
    submission_empty: { title: '没有可发送的内容', message: '表单是空的，请至少填写一项。' },
    submission_too_large: {
      title: '内容过多',
      message: '您的消息超出了此表单可接受的大小，请缩短后重新发送。',
    },
    file_uploads_unsupported: {
      title: '无法发送文件',
      message: '此表单不接受文件，请移除文件，只发送文字。',
    },
    too_many_files: {
      title: '文件太多',
      message:
        '您选择的文件数量超过了此表单一次可接收的上限（最多 {count} 个）。您的消息未发送。请减少文件后重新发送。',
    },
    file_type_refused: {
      title: '无法发送此类文件',
      message:
        '此表单不接受这种类型的文件，与文件名无关。您的消息未发送。请选择其他类型的文件，然后重新发送。',
    },
    file_infected: {
      title: '文件带有病毒',
      message: '其中一个文件含有恶意软件，您的消息未发送。请移除该文件，然后重新发送其余内容。',
    },
    file_too_large: {
      title: '文件太大',
      message:
        '文件大小超过了此表单可接收的上限（合计最大 {size}）。您的消息未发送。请选择更少或更小的文件后重新发送。',
    },
    invalid_json: {
      title: '无法读取此表单',
      message: '表单数据的格式无法读取，您的消息未发送。',
    },
    unsupported_media_type: {
      title: '无法读取此表单',
      message:
        '此表单的发送方式不受支持。支持的格式为 urlencoded、multipart/form-data 和 JSON，编码为 UTF-8。',
    },
    invalid_redirect_url: {
      title: '此表单有错误',
      message:
        '您的消息未发送。字段 {field} 必须是完整的 https:// 地址，例如 https://example.com/thanks。',
    },
    route_not_found: {
      title: '表单不存在',
      message: '此表单不存在或已被删除，您的消息未发送。',
    },
    inbox_not_verified: {
      title: '尚未启用',
      message: '此表单正在等待所有者确认，您的消息未发送。',
    },
    origin_not_allowed: {
      title: '此网站不能向这里提交',
      message: '此表单只接受其所有者列出的网站提交的消息，而您的消息来自其他网站，因此未发送。',
    },
    submission_invalid: {
      title: '请检查部分字段',
      message: '表单尚未发送。请返回并检查您填写的内容。',
    },
    challenge_required: {
      title: '还差一步',
      message: '您的消息尚未发送：为防止垃圾信息，此表单要求浏览器先完成一次小计算。请重新发送。',
    },
    monthly_allowance_exhausted: {
      title: '已达每月上限',
      message: '此表单本月的消息数量已达上限，您的消息未发送。请下个月再试。',
    },
    rate_limited: {
      title: '消息过于频繁',
      message: '短时间内发送的消息过多，请等待一分钟后重新发送。',
    },
    delivery_failed: { title: NOT_SENT, message: TRY_LATER },
    webhook_delivery_failed: { title: NOT_SENT, message: TRY_LATER },
    invalid_idempotency_key: {
      title: '此表单有错误',
      message: '此表单附带的 Idempotency-Key 无效，您的消息未发送。',
    },
    idempotency_key_conflict: {
      title: '此表单有错误',
      message: '此表单附带的 Idempotency-Key 属于另一条消息，您的消息未发送。',
    },
    config_incomplete: {
      title: '此表单暂时无法使用',
      message: '此表单所用的服务尚未完成配置，您的消息未发送。',
    },
    internal_error: OUR_FAULT,
  },
  owner: {
    invalid_json: {
      title: '未知的选项',
      message: '页面发送了我们不认识的选项。请重新打开邮件中的链接，并使用页面上的按钮。',
    },
    verification_token_required: {
      title: '链接不完整',
      message: '链接缺少一部分，请打开邮件中的完整链接。',
    },
    verification_token_invalid: {
      title: '链接无效',
      message: '此链接无效，请打开邮件中的完整链接。',
    },
    verification_token_expired: {
      title: '链接已过期',
      message: `此链接已超过 ${LIMITS.verificationTokenHours} 小时。`,
    },
    verification_mismatch: {
      title: '链接无效',
      message: '此链接所属的地址与表单投递的地址不一致。',
    },
    verification_unavailable: {
      title: '请使用另一个链接确认邮箱',
      message: '此处由邮件服务商确认邮箱，请使用其邮件中的链接。',
    },
    route_not_found: {
      title: '此表单已不存在',
      message: '此表单已被删除，您无需再做任何操作。',
    },
    invalid_email: { title: '地址不被接受', message: '邮件服务商不接受此地址。' },
    verified_destination_capacity: {
      title: '无法接收此邮箱',
      message: '此服务无法再接收更多邮箱，需由运营者处理。',
    },
    rate_limited: {
      title: '请稍候',
      message: '短时间内已向此邮箱发送多封邮件，因此这次没有发送。',
    },
    delivery_failed: { title: '邮件未发送', message: '邮件未能发送，请稍后再试。' },
    config_incomplete: { title: '暂停服务', message: '此服务尚未完成配置，需由运营者处理。' },
    internal_error: OUR_FAULT,
  },
  variants: {
    doubtful_delivery: {
      title: '可能未送达',
      message: '您的消息可能未送达：收件邮件服务器没有确认。如果您再次发送，对方可能会收到两次。',
    },
    refused_message: {
      title: '消息被拒收',
      message: '收件邮件服务器拒收了您的消息。如果再次发送同样的消息，仍会被拒收。',
    },
    too_large_for_mail: {
      title: '消息过长',
      message: '您的消息超过了收件邮件服务器接受的大小。请缩短后再次发送。',
    },
    overloaded: { title: '请稍候', message: '当前处理的内容过多，请过几秒钟再试。' },
    late_body: {
      title: '等待时间过长',
      message: '您的消息未能及时完整送达，因此没有发送任何内容。这通常是因为网络较慢或中断。',
    },
    outdated_link: {
      title: '链接已过时',
      message: '此链接生成于表单停用之前。请使用最新一封相关邮件中的链接。',
    },
    unapproved_form: {
      title: '尚未批准',
      message: '邮箱的所有者尚未批准此表单。在此之前，此表单每月只能接收少量消息，您的消息未发送。',
    },
    outdated_change: { title: '此更改已不再等待', message: '它已被之后的更改取代，或链接已过期。' },
    blocked_file: {
      title: '无法发送此类文件',
      message:
        '邮件服务商会拦截此类文件：程序、脚本、磁盘映像，以及包含它们的压缩包。您的消息未发送。请选择其他文件，然后重新发送。',
    },
    other_origins: {
      title: '此表单已限定网站',
      message: '它已仅接受特定网站的消息。未作任何更改。',
    },
    ended_origin_link: {
      title: '此链接已失效',
      message: `它已被使用，或已超过 ${LIMITS.originLinkDays} 天。表单较新的邮件中有新的链接；您也可以随时在“您的表单与设置”中列出网站。`,
    },
    ended_hand_over: {
      title: '此提议已结束',
      message: '表单在此之后已更改、已停用，或已属于另一个邮箱。其所有者可以再次提议。',
    },
    ended_copy: {
      title: '这些副本已结束',
      message: '此表单不再向此邮箱提供副本，或副本已停止。表单的所有者可以再次询问此邮箱。',
    },
    refused_question: {
      title: '您已拒绝',
      message:
        '您已拒绝此链接所提的事项，它已结束。在您重新允许此类邮件后，表单的所有者可以再次询问您。',
    },
    paused_form: { title: '此表单已暂停', message: '此表单的所有者已将其暂停。您的消息未发送。' },
    bounced_inbox: {
      title: '暂时无法送达',
      message: '此表单的收件邮箱目前无法接收邮件，您的消息未发送。',
    },
    too_many_fields: {
      title: '内容过多',
      message: `此表单的字段超过 ${LIMITS.submissionFields} 个，您的消息未发送。`,
    },
    long_field_name: {
      title: '此表单有错误',
      message: `此表单有一个字段的名称超过 ${LIMITS.fieldNameCharacters} 个字符，您的消息未发送。`,
    },
  },
  fields: {
    valueMissing: {
      text: '请填写此字段。',
      choice: '请选择一个选项。',
      tick: '请勾选此项。',
      ticks: '请至少勾选一项。',
      file: '请选择一个文件。',
    },
    typeMismatch: {
      email: '请输入电子邮件地址，例如 name@example.com。',
      emails: '请输入电子邮件地址，用逗号分隔。',
      url: '请输入完整的网址，例如 https://example.com。',
    },
    patternMismatch: '请按表单要求的格式填写。',
    tooLong: '请缩短到最多 {maxlength} 个字符。',
    tooShort: '请至少输入 {minlength} 个字符。',
    rangeUnderflow: {
      number: '请输入不小于 {min} 的数。',
      moment: '请选择 {min} 或之后。',
      time: '请选择 {min} 到 {max} 之间的时间。',
    },
    rangeOverflow: {
      number: '请输入不大于 {max} 的数。',
      moment: '请选择 {max} 或之前。',
      time: '请选择 {min} 到 {max} 之间的时间。',
    },
    stepMismatch: {
      number: '请输入符合要求的数：从 {base} 起，每次递增 {step}。',
      moment: '请选择符合要求的值：此处只能选择特定的值。',
    },
    badInput: {
      number: '请输入一个数字。',
      date: '请输入日期，格式为 YYYY-MM-DD。',
      time: '请输入时间，格式为 HH:MM。',
      moment: '请输入日期和时间，格式为 YYYY-MM-DDTHH:MM。',
      option: '请选择表单提供的选项之一。',
      single: '请只填写一个值。',
      file: '请在此上传文件：表单须以 multipart/form-data 方式发送。',
      noFile: '此字段不接受文件。',
      singleFile: '请只选择一个文件。',
    },
    unknownField: '请去掉此字段：表单中没有它。',
  },
  givenBack: {
    lead: '您的消息尚未发送。您填写的内容仍在这里：请修改下面的字段，然后重新发送。',
    check: '请检查：',
    optional: '（选填）',
    choose: '请选择…',
    typed: (text) => `您填写的是：${text}`,
    chooseAgain: '请重新选择您的文件。',
    leftOut: { title: '不属于此表单', explanation: '此表单不接受这些字段，重新发送时会将其略去。' },
    send: '重新发送',
  },
  hints: {
    back: '请用浏览器的后退按钮返回表单。',
    backAndRetry: '请用浏览器的后退按钮返回表单，稍后再试。',
    tellOwner: '请告知网站的所有者。',
    unchanged: '没有任何更改。',
    wholeLink: '有些邮件程序会截断较长的链接，请将链接作为一整行复制。',
    openAgainLater: '请稍后重新打开此链接。',
    closePage: '您可以关闭此页面。',
  },
  doors: {
    home: {
      title: '这里是 Letterslot',
      message: '它把人们在网站表单中填写的内容以邮件转交给表单的所有者，不保存任何内容。',
    },
    develop: '开发者资料',
    form: {
      title: '这是一个表单的地址',
      message: '网站上的表单把消息发送到这里。这个地址本身没有可阅读的内容。',
      visitor: '您想发送消息吗？请使用您来自的网站上的表单。',
      owner: '您要把表单放到自己的网站上吗？请把此地址写入表单的 action 属性，并使用 POST 方法。',
      code: '获取代码',
    },
    noForm: { title: '没有这个表单', message: '此表单不存在，或已被删除。' },
    nothing: {
      title: '这里没有内容',
      message: '此地址没有内容。如果您提交了表单，您的消息没有送达。链接可能不完整或有误。',
    },
    create: '创建表单',
  },
  facts: {
    name: '申请人所取的名称',
    inbox: '邮箱',
    endpoint: '表单地址',
    formId: '表单',
    elsewhere: {
      webhook: {
        instead: '提交内容不会发送到邮箱，而是发送到申请人指定的网址',
        also: '提交内容还会发送到申请人指定的网址',
      },
      slack: {
        instead: '提交内容不会发送到邮箱，而是发送到申请人指定的 Slack 频道',
        also: '提交内容还会发送到申请人指定的 Slack 频道',
      },
      discord: {
        instead: '提交内容不会发送到邮箱，而是发送到申请人指定的 Discord 频道',
        also: '提交内容还会发送到申请人指定的 Discord 频道',
      },
      teams: {
        instead: '提交内容不会发送到邮箱，而是发送到申请人指定的 Microsoft Teams 频道',
        also: '提交内容还会发送到申请人指定的 Microsoft Teams 频道',
      },
      telegram: {
        instead: '提交内容不会发送到邮箱，而是发送到申请人指定的 Telegram 聊天',
        also: '提交内容还会发送到申请人指定的 Telegram 聊天',
      },
      ntfy: {
        instead: '提交内容不会发送到邮箱，而是发送到申请人指定的 ntfy 主题',
        also: '提交内容还会发送到申请人指定的 ntfy 主题',
      },
    },
  },
  chats: { cut: '此消息超出了该渠道的长度限制，已在此处截断。' },
  settings: {
    names: {
      language: '邮件语言',
      subject: '邮件主题',
      sender_name: '邮件发件人名称',
      redirect: '提交后的页面',
      success_message: '提交后的文字',
      website: '网站',
      origins: '允许提交的网站',
      fields: '字段',
      unknown_fields: '其他字段',
      challenge: '防垃圾验证',
      files: '文件',
      copies: '副本',
      targets: '其他渠道',
      auto_reply: '自动回复',
      encryption: '加密',
      paused: '已暂停',
    },
    before: '当前',
    after: '更改后',
    none: '未设置',
    defaults: { origins: '所有网站' },
    filesTaken: { count: '一次最多 {count} 个', bytes: '合计最大 {size}', types: '仅限 {types}' },
    yes: '是',
    no: '否',
  },
  verification: {
    open: {
      title: '将此表单投递到您的邮箱？',
      explanation: '您确认后，访客通过此表单发送的内容都会按下面所示的方式送达。',
      button: '确认此表单',
      ignore: '不是您申请的？请关闭此页面。未经您确认，不会投递任何内容。',
    },
    confirmed: {
      title: '表单已启用',
      explanation: '从现在起，提交内容会按下面所示的方式送达。',
    },
    next: { code: '获取代码', inbox: '查看此邮箱的所有表单' },
    expired: {
      title: '链接已过期',
      explanation: `此链接已超过 ${LIMITS.verificationTokenHours} 小时。`,
      again: '创建此表单的人可以要求重新发送邮件。',
    },
    gone: {
      title: '此表单已不存在',
      message: '此表单已被删除，无需再确认。',
    },
  },
  owners: {
    handOver: {
      owner: {
        title: '移交此表单？',
        explanation:
          '您同意后，我们会询问下面的邮箱。它也同意后，消息会送到那里，不再送给您，也只有其所有者可以更改此表单。接收副本的邮箱会继续收到副本。',
        button: '移交',
        ignore: '没想到会收到此请求？请关闭此页面：不会有任何变化。',
      },
      to: '新邮箱',
      asked: {
        title: '已询问另一个邮箱',
        explanation: '在它同意之前，表单会继续向您投递。',
      },
      offer: {
        title: '接管此表单？',
        explanation:
          '您同意后，访客通过此表单发送的所有内容都会按这里所示投递：送到此邮箱以及列出的其他位置。之后只有您可以更改此表单。',
        button: '接管此表单',
        refuse: '我不想接管',
        ignore: '不认识此表单？请关闭此页面：未经您同意，不会收到任何内容。',
      },
      encrypted: '其邮件使用下面的密钥加密。如果密钥不是您的，您将无法阅读：请在接管后更改此设置。',
      again: '表单的所有者可以再次询问此邮箱。',
      done: {
        title: '表单已移交',
        explanation: '从现在起，它向新邮箱投递。',
      },
    },
    copies: {
      ask: {
        title: '接收此表单消息的副本？',
        explanation:
          '您同意后，此邮箱会收到访客通过此表单发送的每条消息的副本。副本计入此邮箱的每月额度，每份副本中都有停止接收的链接。',
        button: '接收副本',
        refuse: '我不想接收',
        ignore: '不认识此表单？请关闭此页面：未经您同意，不会收到任何内容。',
      },
      confirmed: {
        title: '您将收到副本',
        explanation: '从现在起，此邮箱会收到此表单每条消息的副本。每份副本中都有停止接收的链接。',
      },
      again: '表单的所有者可以再次询问此邮箱。',
      stop: {
        title: '停止接收这些副本？',
        explanation: '停止后，此邮箱不会再收到此表单消息的副本。表单本身会继续运行。',
        button: '停止接收副本',
      },
      askStop: {
        title: '停止接收这些副本？',
        explanation:
          '邮件可能被引用或转发，因此我们会先向您的邮箱确认。请打开我们发送到该邮箱的邮件中的链接。',
        button: '发送邮件',
      },
      sent: '我们已向接收这些副本的邮箱发送了链接。',
      stopped: {
        title: '已停止接收副本',
        explanation: '此邮箱不会再收到此表单消息的副本。',
        undo: '误操作？您可以立即撤销。',
        undoButton: '重新接收副本',
      },
    },
    stop: {
      title: '停用此表单？',
      explanation: '停用后，在您重新确认之前，此表单不会再向您的邮箱投递任何内容。',
      button: '停用此表单',
      report: '停用并举报为垃圾邮件',
    },
    askStop: {
      title: '停用此表单？',
      explanation:
        '邮件可能被引用或转发，因此我们会先向此表单的邮箱确认。请打开我们发送到该邮箱的邮件中的链接。',
      button: '发送邮件',
    },
    restart: {
      title: '恢复此表单？',
      explanation: '表单已停用。恢复后，它会再次向您的邮箱投递。',
      button: '恢复投递',
    },
    restarted: { explanation: '提交的内容会被投递。' },
    waiting: {
      title: '等待您的邮件服务商',
      explanation: '您的邮件服务商确认该邮箱后，表单会立即恢复投递。',
    },
    stopped: {
      title: '表单已停用',
      explanation: '不会再投递任何内容，提交表单的人会得到提示。',
      undo: '误操作？您可以立即恢复投递。',
      undoButton: '恢复投递',
      again: '要恢复投递，您需要一个新的确认链接。',
      againButton: '向我发送新的确认链接',
      removed: `停用超过 ${LIMITS.unverifiedRouteDays} 天的表单会被删除。`,
    },
    quiet: {
      title: '此表单没有新消息时不再发邮件？',
      explanation: '表单保持不变。只是当它平时有消息、却有一段时间没有消息时，我们不再通知您。',
      button: '不再通知我',
      ignore: '想收到通知？请关闭此页面。',
    },
    quieted: {
      title: '不再通知您',
      explanation: '此表单没有新消息时，不会发送邮件。',
      undo: '重新通知我',
    },
    answers: {
      title: '停止发往此地址的所有自动回复？',
      explanation:
        '此地址收到自动回复，是因为有人在此服务的表单中填写了它。按下按钮后，此服务的任何表单都不会再向它发送自动回复。',
      button: '停止自动回复',
      keep: '人工回复不受影响。想继续接收自动回复？请关闭此页面。',
    },
    answersStopped: {
      title: '不再有自动回复',
      explanation: '此服务的任何表单都不会再向此地址发送自动回复。',
      mistake: '误操作？您可以重新接收自动回复。',
      allow: '允许自动回复',
    },
    answersAllowed: {
      title: '可以再次收到自动回复',
      explanation: '此服务的表单可以再次自动回复此地址。',
    },
    refuse: {
      title: '不是您申请的表单？',
      explanation: `我们会移除此申请，并在 ${LIMITS.refusalDays} 天内不再向此邮箱发送确认邮件。`,
      button: '移除此申请',
      keep: '确实是您申请的？请关闭此页面，使用邮件中的另一个链接。',
    },
    refused: {
      title: '申请已移除',
      explanation: `在 ${LIMITS.refusalDays} 天内，此邮箱不会再收到确认邮件。`,
      mistake: '误操作？您可以重新接收这类邮件。',
      allow: '允许确认邮件',
    },
    allowed: {
      title: '可以再次收到确认邮件',
      explanation: '已移除的表单需要重新创建。',
      again: '您拒绝的事项仍为拒绝，直到表单的所有者再次询问您。',
    },
    refusalEnded: {
      title: '此链接已失效',
      message: '该表单已从此邮箱确认，或链接已过期。要停用表单，请使用其邮件末尾的链接。',
    },
    approve: {
      title: '批准此表单？',
      explanation:
        '此邮箱此前已确认，因此该表单已启用。在您批准之前，它只能使用您本月投递额度的一小部分。',
      button: '批准此表单',
      ignore: '不认识此表单？请不要批准，而是通过邮件中的另一个链接停用它。',
    },
    approved: {
      title: '表单已批准',
      explanation: '它现在可以使用本月的全部投递额度。',
    },
    change: {
      title: '接受此更改？',
      explanation: '有人使用您表单的管理令牌请求更改其设置。您接受后，更改立即生效。',
      button: '接受更改',
      ignore: '没想到会收到此请求？请关闭此页面：不会有任何更改，请求会自行失效。',
    },
    changed: { title: '设置已更改', explanation: '更改现已生效。' },
    origin: {
      title: '仅接受此网站的消息？',
      explanation:
        '此后，此表单将拒绝从任何其他网站发送的消息。您可以随时在“您的表单与设置”中更改。',
      button: '仅接受此网站',
      website: '网站',
      ignore: '这不是您的网站，或者您的表单也在其他网站上？请关闭此页面：不会有任何更改。',
    },
    limited: {
      title: '此表单仅接受此网站',
      explanation: '从任何其他网站发送的消息现在都会被拒绝。您可以随时在“您的表单与设置”中更改。',
    },
    otherOrigins: {
      title: '此表单已限定网站',
      explanation: '它仅接受以下网站的消息。您可以在“您的表单与设置”中更改。',
    },
    spam: {
      title: '这是垃圾信息吗？',
      explanations: {
        suspicious:
          '此后，对于可疑的发送者，此表单会先让其浏览器完成一次简短的计算，再接受消息。人几乎察觉不到，而大多数发送垃圾信息的程序会放弃。',
        always:
          '此后，此表单会先让每位发送者的浏览器完成一次简短的计算，再接受消息。人几乎察觉不到，而大多数发送垃圾信息的程序会放弃。浏览器不运行脚本的人将无法再发送消息。',
      },
      notKept: '这里不保存任何消息，因此也没有可用来训练过滤器的消息。此按钮只更改此表单的设置。',
      buttons: { suspicious: '验证可疑的发送者', always: '验证每位发送者' },
      ignore: '不是垃圾信息？请关闭此页面：不会有任何更改。',
    },
    guarded: {
      title: '此表单会验证发送者',
      explanation: '下面的设置现已生效。您可以随时在“您的表单与设置”中更改。',
    },
    notSpam: {
      title: '这不是垃圾信息吗？',
      explanation: '此后，此表单不再因这个原因标记消息，也不会因此要求计算。所有其他原因仍然有效。',
      button: '不再因此标记',
      mark: '邮件中的说明',
      marksAgain: '重新计入',
      ignore: '确实是垃圾信息？请关闭此页面：不会有任何更改。',
    },
    relaxed: {
      title: '此表单标记的消息减少了',
      explanation: '它不再因下面的原因标记消息。',
      undo: '重新因此标记',
    },
    linkSent: {
      title: '新链接已发出',
      explanation: '我们已向此表单的邮箱发送了链接。',
      look: '请查看您的收件箱，也请查看垃圾邮件文件夹。您可以关闭此页面。',
    },
  },
  mails: {
    label: (text) => `${text}：`,
    sentBy: (operator, why, formId) =>
      `由 ${operator} 发送，因为${why}${formId === undefined ? '' : `（${formId}）`}。`,
    stopForm: '停用此表单',
    inboxPage: '您的表单与设置',
    encrypted: {
      age: (form) =>
        `您的表单“${form}”有一条新消息。它已用您的 age 密钥加密：请保存附件 message.eml.age，解密后用邮件程序打开 message.eml。在命令行中：`,
    },
    submission: {
      heading: { real: '新提交', test: '测试提交' },
      subject: (form) => `新提交：${form}`,
      via: (name, form) => `${name} 通过 ${form}`,
      why: (form) => `此邮箱已确认表单${form}`,
      replies: {
        visitor: '回复会发给访客，其姓名和地址未经核实。',
        nobody: '该表单没有可回复的地址。',
      },
      sentFrom: (host) => `据发送者的浏览器所示，发送自网站 ${host}。`,
      onlyFrom: '仅接受此网站',
      whyCopy: (form) => `此邮箱同意接收表单${form}的副本`,
      stopCopy: '停止接收副本',
      wasSpam: '这是垃圾信息',
      notSpam: '这不是垃圾信息',
      marked: (reasons) => `已标记为可疑，因为${reasons}。它仍可能是真实的。`,
      both: (one, other) => `${one}，并且${other}`,
      reasons: {
        links: '其中有五个或更多网址',
        unusual_links: '其中有隐藏真实去向的网址',
        markup: '其中有链接代码',
        gibberish: '内容由随机字母组成',
        foreign_script: '其文字大多与表单的语言不符，且含有链接',
        other_page: '它是从另一个网站的页面发送的',
        foreign_trap: '填写了访客看不到的字段',
        too_fast: '提交速度快于常人填写表单的速度',
        repeat: '十分钟内至少发送了三次相同内容',
        many_forms: '一小时内相同内容至少发送到另外三个表单',
        spam_filter: '本服务的垃圾邮件过滤器将其判定为垃圾信息',
      },
    },
    answer: {
      subject: (form) => `您发给${form}的留言`,
      why: (form) => `有人在表单${form}中填写了此地址`,
      replies:
        '这是一封自动回复。回复此邮件不会送达表单的所有者。您没有使用过该表单？那么是别人填写了您的地址；请忽略此邮件，或停止接收这类回复。',
      stop: '停止此服务发往此地址的所有自动回复',
    },
    telling: [
      '要移交您的表单',
      '要接管一个表单',
      '您的表单已移交',
      '该表单现在归您所有',
      '接收某个表单消息的副本',
      '停止接收某个表单的副本',
      '请确认此邮箱',
      '新表单投递到此邮箱',
      '新表单等待您',
      '您的表单已达每月上限',
      '您的表单已使用每月上限',
      '停用您的表单',
      '您的表单已停用',
      '恢复您的表单',
      '您表单设置的一项更改',
      '管理您的表单',
      '您的表单现在仅接受一个网站',
      '现在对发送者检查更严',
      '现在标记的消息更少',
      '您的表单收到异常多的提交',
      '您表单的一个渠道不再接收',
      '许久没有新消息',
    ],
    confirm: {
      title: '请确认此邮箱以接收新表单',
      subject: (operator) => `${operator}：请确认此邮箱以接收新表单`,
      explanation:
        '有人申请了一个网页表单，其提交内容将按下面所示的方式投递。未经您确认，不会投递任何内容。',
      instruction: '如要确认，请打开此页面并按下按钮',
      button: '查看并确认',
      lifetime: `链接有效期为 ${LIMITS.verificationTokenHours} 小时。`,
      opens: `将打开一个带有确认按钮的页面。链接有效期为 ${LIMITS.verificationTokenHours} 小时。`,
      ignore: `不是您申请的？请忽略此邮件。未经您确认，不会投递任何内容，此申请也会自动移除。如要立即移除，并在 ${LIMITS.refusalDays} 天内不再收到此类邮件，请打开此页面：`,
      refuse: '不是我申请的',
      why: '有人在申请表单时填写了此地址',
      notStored: '提交内容只会转发，绝不保存。',
    },
    copy_ask: {
      title: '是否接收某个表单消息的副本？',
      subject: (operator) => `${operator}：是否接收某个表单消息的副本？`,
      explanation:
        '下面这个网页表单的所有者希望此邮箱收到访客每条消息的副本。未经您同意，不会收到任何内容；每份副本中都有停止接收的链接。',
      button: '查看并决定',
      lifetime: `链接有效期为 ${LIMITS.verificationTokenHours} 小时。`,
      ignore: `不想接收？请忽略此邮件：未经您同意，不会收到任何内容。如要在 ${LIMITS.refusalDays} 天内不再收到此类询问，请在同一页面上说明：`,
      refuse: '我不想接收',
      why: '某个表单的所有者填写了此地址来接收副本',
    },
    copy_stop: {
      subject: '要停止接收某个表单的副本吗？',
      explanation:
        '有人在此邮箱收到的一份副本中点击了停止接收的链接。是您本人吗？如果是，请在链接打开的页面上停止。否则请忽略此邮件：副本会继续送达。',
      button: '停止接收副本',
      why: '有人要求停止此邮箱接收某个表单的副本',
    },
    hand_over_ask: {
      subject: '要移交您的表单吗？',
      explanation:
        '持有您表单管理令牌的人想把它移交给下面的邮箱。在您和该邮箱都同意之前，不会有任何变化。',
      to: '新邮箱',
      button: '查看并决定',
      why: '一个向此邮箱投递的表单将被移交',
    },
    hand_over_offer: {
      title: '要接管一个表单吗？',
      subject: (operator) => `${operator}：要接管一个表单吗？`,
      explanation:
        '下面这个网页表单的所有者想把它移交给此邮箱。之后访客的消息会送到这里。未经您同意，不会收到任何内容。',
      button: '查看并决定',
      lifetime: `链接有效期为 ${LIMITS.verificationTokenHours} 小时。`,
      ignore: `不想接管？请忽略此邮件：未经您同意，不会收到任何内容。如要在 ${LIMITS.refusalDays} 天内不再收到此类询问，请在同一页面上说明：`,
      refuse: '我不想接管',
      why: '某个表单的所有者填写了此地址来移交表单',
    },
    handed_over: {
      subject: '您的表单已移交',
      explanation:
        '另一个邮箱已同意：下面的表单从现在起向它投递，不再向您投递。该表单以往邮件中的链接不再有效。',
      why: '一个曾向此邮箱投递的表单已移交',
    },
    taken_over: {
      subject: '该表单现在归您所有',
      explanation:
        '您已接管下面的表单：访客的消息会送到这里。现在只有您可以更改它。为您维护表单的人需要新的管理令牌，您可以在“您的表单与设置”中生成；如果表单有 Webhook，请在那里为它生成新的签名密钥。',
      why: '此邮箱接管了一个表单',
    },
    new_form: {
      subject: '有新表单投递到此邮箱',
      explanation: '此邮箱此前已确认，因此新表单会立即启用。',
      approve: '需要此表单？请在链接打开的页面上批准它。',
      approveUntil: (deliveries, limit) =>
        `需要此表单？请在链接打开的页面上批准它。在此之前，此邮箱所有未经您批准的表单每月合计最多投递 ${limit} 次额度中的 ${deliveries} 次。`,
      decline: '不需要此表单？请通过此邮件末尾的链接停用它。',
      button: '批准此表单',
      why: '此邮箱确认过一个表单，现在又有人为它创建了另一个',
    },
    held_form: {
      subject: '有新表单等待您决定',
      explanation: `您最近停用过一个表单，因此在您启用之前，下面的新表单不会投递任何内容。不需要它？请忽略此邮件：该表单会在 ${LIMITS.unverifiedRouteDays} 天后删除。`,
      button: '启用此表单',
      why: '有人申请了向此邮箱投递的表单',
    },
    quota: {
      why: '此邮箱的一个表单使用量很大',
      reached: {
        subject: '您的表单已达每月上限',
        explanation: '本月的投递额度已全部用完。在月底之前，后续提交会被拒绝，提交者会得到提示。',
      },
      used: {
        subject: (percent) => `您的表单已使用每月上限的 ${percent}%`,
        explanation: '本月的大部分投递额度已用完。超出上限的提交会被拒绝，提交者会得到提示。',
      },
      use: { label: '已使用', value: (used, limit) => `${used} / ${limit}，此邮箱的所有表单合计` },
      resets: '重置时间',
      raise: (operator) => `${operator} 运营此服务，可以提高上限。`,
      autofill: {
        label: '可能被垃圾邮件陷阱误拦',
        explanation:
          '在垃圾邮件陷阱丢弃的提交中，这些看起来来自真人，其浏览器自动填写了隐藏字段。请检查您表单的陷阱是否已隐藏，并设置了 autocomplete="off"。',
      },
    },
    ask_stop: {
      subject: '要停用您的表单吗？',
      explanation:
        '有人在下面这个表单的邮件中点击了停用链接。是您本人吗？如果是，请在链接打开的页面上停用它。否则请忽略此邮件：表单会继续投递。',
      button: '停用此表单',
      why: '有人要求停用向此邮箱投递的表单',
    },
    stopped: {
      subject: '您的表单已停用',
      explanation: `下面的表单已通过其邮件中的链接停用。它不会再投递任何内容，并会在 ${LIMITS.unverifiedRouteDays} 天后删除。这正是您想要的？那么您无需再做任何操作。`,
      reported: `下面的表单已通过其邮件中的链接停用，并被举报为垃圾邮件。它不会再投递任何内容，并会在 ${LIMITS.unverifiedRouteDays} 天后删除。这正是您想要的？那么您无需再做任何操作。`,
      mistake: `是误操作，或是他人所为？请通过此链接恢复该表单。${LIMITS.verificationTokenHours} 小时后，可在该表单任何一封邮件的末尾获取新链接。`,
      button: '恢复此表单',
      why: '一个向此邮箱投递的表单已被停用',
    },
    restart: {
      subject: '要恢复您的表单吗？',
      explanation:
        '有人要求恢复下面这个您已停用的表单。如果是您本人，请在链接打开的页面上确认。否则请忽略此邮件：表单将保持停用。',
      button: '恢复此表单',
      why: '有人要求恢复一个曾向此邮箱投递的表单',
    },
    silence: {
      subject: '您的表单许久没有新消息',
      explanation:
        '下列表单平时经常投递消息，但已有一段时间没有收到任何消息。也许没有人留言，也许您的网站出了问题：请在页面上给自己发一条消息，即可确认。',
      usual: {
        label: '此前',
        value: (active, of) => `${of} 天中有 ${active} 天收到消息`,
      },
      since: {
        label: '最后一条消息',
        value: (date, days) => `${date}，此后 ${days} 天没有消息`,
      },
      check: '请检查',
      checks: {
        page: '表单是否还在页面上，是否仍然提交到上面的接收地址？',
        origins: '此表单只接受特定网站：您的网站地址是否有变动？',
        challenge: '此表单要求浏览器完成计算验证：页面是否仍然加载所需的脚本？',
      },
      refused: '此后收到但未投递的提交：',
      once: '此邮件只发送一次。只有在表单再次投递消息之后，才可能有下一封。不想再收到？',
      quiet: '不再通知我此表单的情况',
      why: '向此邮箱投递的一个表单平时有消息，现在却没有',
    },
    proposal: {
      subject: '您表单设置的一项更改等待您处理',
      explanation:
        '持有您表单管理令牌的人想按下面所示更改其设置。在您接受之前，任何更改都不会生效。',
      button: '查看更改',
      why: '一个向此邮箱投递的表单的设置将被更改',
    },
    limited: {
      subject: '您的表单现在仅接受一个网站',
      explanation:
        '有人打开了下方表单某封邮件中的“仅接受此网站”并按下了按钮。它现在会拒绝从任何其他网站发送的消息。是您本人操作的吗？那么无需再做什么。如果不是，请在表单的设置中移除该网站，它便会重新接受所有网站。',
      why: '一个向此邮箱投递的表单已被限定为一个网站',
    },
    guarded: {
      subject: '您的表单现在对发送者检查更严',
      explanation:
        '有人打开了下方表单某封邮件中的“这是垃圾信息”并按下了按钮。它现在会按所示方式验证发送者，并重新因所有原因标记消息。是您本人操作的吗？那么无需再做什么。如果不是，请在表单的设置中更改。',
      why: '一个向此邮箱投递的表单更改了防垃圾验证',
    },
    relaxed: {
      subject: '您的表单现在标记的消息更少',
      explanation:
        '有人打开了下方表单某封邮件中的“这不是垃圾信息”并按下了按钮。它不再因所示原因标记消息。是您本人操作的吗？那么无需再做什么。如果不是，请在链接打开的页面上让它重新标记。',
      button: '重新因此标记',
      why: '一个向此邮箱投递的表单标记的消息减少了',
    },
    target_off: {
      subject: '您表单的一个渠道不再接收消息',
      explanation: (status) =>
        `下面的渠道答复说它已不存在（HTTP ${status}）。从现在起，表单不再向那里发送任何内容；其他一切照旧。如要重新启用，请再次保存表单的设置，必要时填写该渠道的新地址。`,
      place: '渠道',
      why: '一个向此邮箱投递的表单有一个渠道已停用',
    },
    attack: {
      subject: '您的表单收到异常多的提交',
      explanation:
        '下方表单收到的内容远多于人工发送的数量，很可能来自程序。在此期间，表单会先让每位发送者的浏览器完成一次简短的计算，只接受完成计算的提交。恢复平静后，它又只验证可疑的发送者。如要始终验证每位发送者，请在链接打开的页面上按下按钮。',
      unguarded:
        '下方表单收到的内容远多于人工发送的数量，很可能来自程序。此表单不要求任何计算，因此未被拒绝的提交都会到达您的邮箱，并计入本月用量。如要从现在起验证每位发送者，请在链接打开的页面上按下按钮。',
      numbers: '以下是今天（UTC）截至撰写此邮件时的数字：',
      labels: {
        challenged: '被要求计算',
        refused: '被拒绝',
        trapped: '被垃圾陷阱丢弃',
        marked: '已投递并标记为可疑',
        delivered: '已投递总数',
      },
      button: '验证每位发送者',
      once: '对于此邮箱的所有表单，此类邮件每天最多一封。',
      why: '一个向此邮箱投递的表单收到了异常多的提交',
    },
    inbox: {
      subject: '管理您的表单',
      explanation:
        '有人索取了投递到此邮箱的表单的链接。是您本人吗？链接打开的页面会列出所有表单，您可以在那里修改、停用和删除它们。',
      button: '打开 {email} 的表单',
      lifetime: `链接只能使用一次，有效期为 ${LIMITS.sessionLinkMinutes} 分钟。拥有此链接的人都可以管理您的表单：请勿转发此邮件。`,
      ignore: '不是您索取的？请忽略此邮件：不会有任何变化。',
      why: '有人索取了此邮箱的表单链接',
    },
  },
  browser: {
    languages: '语言',
    code: {
      framework: '您的网站使用什么技术？',
      loading: '正在加载代码…',
      shown: '已显示 {framework} 的代码。',
      notes: '关于此代码的说明',
    },
    preview: '打开预览邮箱',
    copy: '复制',
    copied: '已复制',
    copyFailed: '浏览器不允许复制。文字已选中，请按 Ctrl+C。',
    retryAfter: '请在 {duration}后重试。',
    errorCode: '错误代码：',
    errors: {
      invalid_email: '这不是形如 name@example.com 的普通邮箱地址，请更正后重试。',
      invalid_alias: '名称须为 1 到 120 个可见字符，只占一行，不含引号或 https://… 之类的网址。',
      rate_limited: '短时间内的请求过多。',
      verified_destination_capacity: '此服务无法再接收更多邮箱，请告知其运营者。',
      route_not_found: '此表单已不存在，请刷新页面。',
      inbox_not_verified: '表单尚未启用，请先确认邮箱。',
      submission_empty: '测试内容为空，请先填写消息。',
      submission_too_large: '测试内容过多，请缩短消息。',
      submission_invalid: '测试内容不符合表单的字段要求。',
      file_too_large: '文件对此表单来说太大。',
      too_many_files: '文件数量超过了表单的上限。',
      file_type_refused: '此表单不接受这种类型的文件。',
      file_infected: '其中一个文件含有恶意软件，因此未发送任何内容。',
      file_uploads_unsupported: '此表单不接受文件。',
      challenge_required: '此表单要求完成一个小计算，但浏览器未能完成。请重试。',
      monthly_allowance_exhausted: '此邮箱本月的投递次数已用完。',
      delivery_failed: '邮件未能送达，请稍后再试。',
      config_incomplete: '此服务尚未完成配置，请告知其运营者。',
      internal_error: '我们这边出现了问题，请稍后再试。',
      session_invalid: '此链接或会话已失效，请重新获取链接。',
      settings_invalid: '部分设置未被接受，未保存任何更改。请更正标出的设置后重新保存。',
      settings_changed: '设置已在别处被更改。您输入的内容仍在，请检查后重新保存。',
      unreachable: '无法连接到服务，请检查网络后重试。',
      other: '操作未成功。',
    },
    fault: { line: '行', notAccepted: '未被接受：' },
    composer: {
      begin: '从姓名、电子邮件和留言开始',
      add: '添加字段',
      kinds: {
        name: '姓名',
        email: '电子邮件',
        phone: '电话',
        company: '公司',
        message: '留言',
        text: '短文本',
        choice: '单选',
        several: '多选',
        consent: '同意条款',
        number: '数字',
        date: '日期',
        link: '链接',
        file: '文件',
      },
      consent: '我已阅读并同意隐私政策',
      option: '选项 {number}',
      full: '一个表单最多有 {limit} 个字段。',
      up: '上移',
      down: '下移',
      remove: '移除',
      undo: '撤销',
      moved: '“{field}”现在是第 {place} 个，共 {total} 个。',
      removed: '“{field}”已移除。',
      restored: '“{field}”已恢复。',
      faulty: '需要更正',
      types: {
        text: '单行文本',
        email: '电子邮件地址',
        url: '网址',
        tel: '电话号码',
        number: '数字',
        date: '日期',
        time: '时间',
        'datetime-local': '日期和时间',
        textarea: '多行文本',
        select: '下拉列表',
        radio: '单选按钮',
        checkbox: '复选框',
        file: '文件',
        hidden: '隐藏',
      },
      members: {
        label: '标签',
        type: '字段类型',
        name: '数据中的名称',
        required: '必填',
        options: '选项',
        multiple: '允许多个值',
      },
      hints: {
        name: '您的网站以此名称发送该字段。请只在表单启用之前更改。',
        options: '每行一个。如果发送的内容与显示的不同：值 | 文字',
        oneBox: '留空：只有一个复选框。',
        pattern: '整段文本必须匹配的正则表达式，例如 [0-9]{5}。',
        autocomplete: '浏览器可以自动填写的内容，例如 name、email 或 tel。',
      },
      moreTitle: '此字段的更多设置',
      more: {
        minlength: '最少字符数',
        maxlength: '最多字符数',
        min: '最小值',
        max: '最大值',
        step: '步长',
        pattern: '格式',
        autocomplete: '自动填写',
        placeholder: '空字段中的示例',
      },
      preview: '访客将看到此表单',
      nothingSent: '这是可以试用的示例：不会发送任何内容。',
      choose: '请选择',
      send: '发送',
    },
  },
  start: {
    title: '创建表单',
    lead: '通过表单发送的内容会直接送达您的邮箱，我们不保存任何内容。无需注册账号。',
    noScript: '此页面需要 JavaScript。如果没有，请使用此服务器 /llms.txt 中的命令创建表单。',
    steps: {
      create: '填写接收邮箱',
      confirm: '确认您的邮箱',
      code: '将表单放到您的网站',
      test: '发送测试',
    },
    stepDone: '已完成',
    create: {
      email: '您的邮箱地址',
      emailHint: '消息会送达此邮箱，访客不会看到它。',
      alias: '表单名称',
      aliasHint: '会出现在每封邮件的主题中。',
      aliasExample: '联系表单',
      button: '创建表单',
      busy: '正在创建…',
      done: '您的表单已创建。',
      endpoint: '表单地址',
      token: '管理令牌',
      tokenHint: '您可以用此令牌更改和删除表单。它只显示这一次，也不会被保存，请妥善保管。',
    },
    options: {
      title: '选择字段和垃圾信息防护',
      fields: '表单的字段',
      fieldsHint: '如果不自定义字段，表单会要求填写姓名、电子邮件和留言，也接受任何其他字段。',
      challenge: '检查可疑的提交',
      challengeHint:
        '如果留言看起来像垃圾信息，访客的浏览器会先自动完成一个小计算。访客只需稍等片刻，机器人大多会放弃。不涉及任何其他服务。',
    },
    confirm: {
      look: '我们已向 {email} 发送邮件。请打开邮件中的链接，然后按下按钮。',
      until: '链接有效期至 {time}。',
      waiting: '正在等待您确认…',
      again: '重新发送邮件',
      busy: '正在发送…',
      sent: '邮件已重新发送。',
      done: '您的邮箱已确认，表单已启用。',
    },
    test: {
      explanation: '测试会作为真实邮件送达，主题带有 [Test] 标记，并计为一次投递。',
      message: '消息',
      example: '您好！这是对我的新表单的测试。',
      button: '发送测试',
      busy: '正在发送…',
      solving: '表单要求先完成一个小计算，浏览器正在处理…',
      delivered: '邮件服务器已接受您的测试，请查看您的邮箱。',
      used: '本月已使用 {used} 次投递，共 {limit} 次。',
      inbox: '查看表单情况，更改、停用或删除表单',
    },
  },
  inbox: {
    title: '您的表单',
    lead: '查看和更改送达您邮箱的每个表单。无需密码，打开邮件中的链接即可进入。',
    noScript: '此页面需要 JavaScript。如果没有，请使用表单邮件末尾的链接来停用表单。',
    signIn: {
      title: '哪个邮箱？',
      email: '您的邮箱地址',
      hint: '接收表单消息的地址。',
      button: '发送链接',
      busy: '正在发送…',
      sent: '请查看您的邮件',
      look: '如果有表单送达 {email}，一封带有链接的邮件正在发往该邮箱。链接只能使用一次，15 分钟内有效。',
      nothing: '没有收到？请查看垃圾邮件文件夹并核对地址：只有与表单完全一致的地址才会收到邮件。',
      often: `每小时最多发送 ${LIMITS.inboxLinksPerHour.network} 个链接。`,
      again: '重新获取链接',
      over: '您的会话已结束',
      overHint:
        '为了安全，会话只持续一小时。请获取新链接并打开，此页面随后会继续，您输入的内容不会丢失。',
      openTitle: '欢迎回来',
      openHint:
        '继续后，邮件中的链接即失效。之后一小时内您保持登录。如果这不是您的邮箱，请关闭此页面。',
      open: '显示 {email} 的表单',
      openBusy: '正在打开…',
      opened: '您已登录。',
    },
    states: { active: '已启用', waiting: '未投递', paused: '暂停中' },
    list: {
      title: '{email} 的表单',
      used: '本月已使用 {used} 次投递，共 {limit} 次。',
      resets: '此邮箱的所有表单共用该额度，{date} 重新开始。',
      counts: '本月：已送达 {delivered}，失败 {failed}，被拒绝 {refused}',
      none: '没有表单送达此邮箱。',
      create: '创建表单',
      leave: '退出登录',
      leaveAll: '在所有设备上退出登录',
      confirmNew: '逐一确认新表单',
      confirmNewHint:
        '开启时，此邮箱的新表单要等您启用后才投递。关闭时，新表单立即投递，并会有邮件通知您。',
      saved: '已保存。',
    },
    counts: {
      delivered: '已送达',
      failed: '失败',
      refused: '被拒绝',
      day: '已送达 {delivered}，失败 {failed}，被拒绝 {refused}',
      trap: '垃圾信息陷阱',
      date: '日期',
      today: '今天',
      table: '显示数字',
    },
    view: {
      back: '所有表单',
      counts: '最近 35 天',
      settings: '设置',
      code: '将表单放到您的网站',
      endpoint: '表单的提交地址',
      test: '发送测试',
      manage: '停用、更换、删除',
    },
    editor: {
      unset: '默认',
      save: '保存设置',
      saving: '正在保存…',
      saved: '设置已保存。',
      proposed: '有人用管理令牌请求了一项更改，正等待您决定。若不采用它就保存，该更改将被丢弃。',
      take: '在下方显示该更改',
    },
    settings: {
      language: { hint: '默认使用创建表单时页面的语言。' },
      subject: {
        hint: '{form} 是表单名称，{name} 是访客在“name”字段中填写的内容，依此类推。花括号请写作 {{。',
      },
      sender_name: { hint: '写法与主题相同。发件地址仍是本服务的地址。' },
      redirect: { hint: '访客提交后前往的页面，须以 https:// 开头' },
      success_message: { hint: '未指定页面时，访客看到的文字。' },
      website: {
        hint: '访客提交后会看到它，并可由此返回。',
        members: { name: '网站名称', url: '网站地址' },
      },
      origins: {
        hint: '每行一个，例如 https://example.com 或 https://*.example.com。留空则任何网站都可提交。',
      },
      fields: { hint: '表单的字段；服务器按浏览器的规则检查。留空则接受任何字段。' },
      unknown_fields: {
        hint: '如何处理未在上面列出的字段。未列出任何字段时不起作用。',
        options: { accept: '显示在邮件中', refuse: '拒绝提交' },
      },
      challenge: {
        hint: '访客的浏览器自动完成的一次计算。它能拦住简单的机器人，且不涉及任何第三方。',
        options: { off: '不使用', suspicious: '用于可疑的提交', always: '用于每次提交' },
      },
      files: {
        hint: '文件附在邮件中，不保存在任何地方。关闭时，文件会被拒绝。',
        members: {
          max_count: '最多文件数',
          max_bytes: '所有文件合计最多兆字节（MB）',
          types: '接受的类型',
        },
      },
      copies: {
        hint: '另外接收每条消息的邮箱。每个邮箱都会先被征求同意，并可随时停止。',
      },
      targets: { hint: '在您的邮箱之后接收每条消息的 Webhook 和聊天工具。' },
      auto_reply: {
        hint: '给留下地址的访客发送的简短邮件，每天一次。需要对每次提交启用防垃圾验证。',
        members: { subject: '主题', text: '正文' },
      },
      encryption: {
        hint: '每封邮件都用此密钥加密。此时其他任何人都不会收到消息：没有副本，也不发送到其他渠道。',
        members: { type: '类型', key: '公钥' },
      },
      paused: { hint: '开启期间，提交会被拒绝，不投递任何内容。' },
    },
    health: {
      bounced:
        '{since}，发往此邮箱的邮件被退回。在它能重新收信之前，表单会告知访客无法投递。恢复之后，请退出登录，获取并打开新的链接：所有表单随即继续工作。',
      complaint:
        '{since}，此表单的一封邮件被举报为垃圾邮件，因此它不再投递任何内容。如果您需要它的邮件，请在本页末尾重新启动。',
      healed: '此邮箱已能重新收信。从 {since} 到 {until}，访客被告知其消息无法投递。',
    },
    editors: {
      files: {
        allow: '访客可以附加文件',
        none: '本服务的运营者不允许文件。',
        count: '留空：{count} 个',
        size: '留空：{size}，即本服务接受的上限',
        anyType: '未选择：邮件服务商能投递的所有类型。',
        images: '图片',
        office: '办公文档',
        text: '文本和表格',
        others: '更多类型，每行一个',
        othersHint: '媒体类型，例如 audio/mpeg，或用 audio/* 表示整类。',
      },
      copies: {
        address: '地址 {number}',
        states: {
          not_asked: '尚未询问',
          asked: '已询问，尚未答复',
          confirmed: '接收副本',
          stopped: '对方已停止',
          refused: '不希望被询问',
          bounced: '邮件被退回',
        },
        again: '再次询问',
        askedAgain: '已再次询问该邮箱。',
        add: '添加地址',
      },
      targets: {
        add: '添加渠道',
        how: {
          webhook: '您自己的程序：它在这个地址以 JSON 接收每条消息，并按 Standard Webhooks 签名。',
          slack:
            '在 Slack 中：在 api.slack.com/apps 创建应用，开启“Incoming Webhooks”，为某个频道添加一个并复制其 URL。',
          discord: '在 Discord 中：打开频道设置，进入“整合”和“Webhook”，新建一个并复制其 URL。',
          teams: '在 Teams 中：在频道菜单中选择“工作流”，选用发布 Webhook 请求的模板并复制其 URL。',
          telegram:
            '在 Telegram 中：用 @BotFather 创建机器人，它会给您一个令牌，然后把机器人加入聊天。',
          ntfy: '主题的地址，例如 https://ntfy.sh/没人猜得到的名称。没有令牌时，知道主题的任何人都能读取。',
        },
        bot: '机器人的令牌',
        access: '访问令牌（主题需要时）',
        chat: '聊天或频道',
        chatHint: '数字，例如 -1001234567890，或 @频道。',
        off: '已关闭：该渠道答复说它已不存在。保存设置后会重新开启。',
        secret: '签名密钥',
        secretOnce: '仅在此时显示。请把它交给检查签名的程序。',
        rotate: '保存时生成新的签名密钥',
        rotateHint: '旧密钥还会继续签名一天。',
      },
      answer: {
        off: '本服务的运营者已关闭自动回复：不会发送任何回复。请将文本留空。',
        needs: '自动回复需要对每次提交启用防垃圾验证。否则机器人可以让本服务给陌生人发邮件。',
        set: '对每次提交启用',
        preview: '访客将收到这封邮件',
      },
      encryption: {
        none: '不加密',
        keyHint: '粘贴到这里，或从文件中读取。',
        file: '从文件中读取密钥',
        private: '这是私钥。它只能由您自己保管，因此没有保存也没有发送。请改用公钥。',
        unreadable: '此文件中没有 OpenPGP 或 age 密钥。',
        lookUp: '向您的邮箱服务商查询密钥',
        lookingUp: '正在查询……',
        notListed: '您的邮箱服务商没有为此地址发布可用的密钥。',
        fingerprint: '指纹',
        compare: '请与您自己的程序显示的指纹核对。',
        loss: '没有您的私钥，任何人都无法读取这些邮件，我们也无法恢复。请备份私钥。',
        ends: '用于加密此表单邮件的密钥将于 {date} 到期。请在您的程序中延长其有效期，或创建新密钥，并在此保存。',
        ended:
          '用于加密此表单邮件的密钥已过期，目前仍在使用。请在您的程序中延长其有效期，或创建新密钥，并在此保存。',
      },
    },
    preview: {
      mail: '邮件将如下所示',
      page: '访客将看到',
      redirect: '访客将前往',
      example: {
        name: '林悦',
        email: 'linyue@example.cn',
        message: '您好，我想咨询一下营业时间。',
      },
    },
    test: { failed: '未送达 {place}。' },
    manage: {
      waits: '此表单不投递任何内容：您已停用它，或尚未确认。如需接收其邮件，请启用它。',
      restart: '启用此表单',
      restarted: '表单已启用。',
      stopHint: '停用的表单不投递任何内容，直到您在此重新启用。',
      stop: '停用此表单',
      spam: '停用并举报为垃圾信息',
      stopped: '表单已停用。',
      tokenHint:
        '创建表单的人持有管理令牌，可用它更改和删除表单。生成新令牌后，旧令牌即失效，Webhook 也会换用新的签名密钥。',
      handOverHint:
        '把表单移交给另一个邮箱，例如您客户的邮箱。该邮箱同意后即移交；届时管理令牌将失效。',
      handOver: '移交',
      handOverTo: '新邮箱的地址',
      handOverAsked:
        '我们已询问 {email}，对方可在 {until} 之前同意。在此之前，表单会继续向您投递。',
      handOverProposed:
        '管理令牌的持有人希望把表单移交给 {email}。我们已发邮件征求您的意见；邮件中的链接在 {until} 之前有效。',
      handOverWithdraw: '撤回提议',
      handOverWithdrawn: '提议已撤回，其链接不再有效。',
      newToken: '生成新令牌',
      token: '管理令牌',
      tokenOnce: '它只显示这一次，也不会被保存，请妥善保管。',
      tokenMade: '新令牌已显示。',
      remove: '删除此表单',
      removeQuestion: '永久删除此表单？它的地址将在所有网站上失效。',
      removeNow: '永久删除',
      keep: '保留',
      removed: '表单已删除。',
      busy: '请稍候…',
    },
  },
};
