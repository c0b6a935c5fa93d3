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
    outdated_link: {
      title: '链接已过时',
      message: '此链接生成于表单停用之前。请使用最新一封相关邮件中的链接。',
    },
    unapproved_form: {
      title: '尚未批准',
      message: '邮箱的所有者尚未批准此表单。在此之前，此表单每月只能接收少量消息，您的消息未发送。',
    },
    outdated_change: { title: '此更改已不再等待', message: '它已被之后的更改取代，或链接已过期。' },
    other_origins: {
      title: '此表单已限定网站',
      message: '它已仅接受特定网站的消息。未作任何更改。',
    },
    paused_form: { title: '此表单已暂停', message: '此表单的所有者已将其暂停。您的消息未发送。' },
    too_many_fields: {
      title: '内容过多',
      message: `此表单的字段超过 ${LIMITS.submissionFields} 个，您的消息未发送。`,
    },
    long_field_name: {
      title: '此表单有错误',
      message: `此表单有一个字段的名称超过 ${LIMITS.fieldNameCharacters} 个字符，您的消息未发送。`,
    },
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
    },
  },
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
      paused: '已暂停',
    },
    before: '当前',
    after: '更改后',
    none: '未设置',
    defaults: { origins: '所有网站' },
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
    next: { code: '获取代码', inbox: '查看此收件箱的所有表单' },
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
      ignore: '不是您预期的？请关闭此页面：不会有任何更改，请求会自行失效。',
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
      marked: (reasons) => `已标记为可疑，因为${reasons}。它仍可能是真实的。`,
      both: (one, other) => `${one}，并且${other}`,
      reasons: {
        links: '其中有五个或更多网址',
        markup: '其中有链接代码',
        foreign_trap: '填写了访客看不到的字段',
        repeat: '十分钟内至少发送了三次相同内容',
      },
    },
    telling: [
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
    inbox: {
      subject: '管理您的表单',
      explanation:
        '有人索取了投递到此邮箱的表单的链接。是您本人吗？链接打开的页面会列出所有表单，您可以在那里修改、停用和删除它们。',
      button: '打开我的表单',
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
      tokenHint: '您可以用此令牌删除表单。它只显示这一次，也不会被保存，请妥善保管。',
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
      again: '重新获取链接',
      over: '您的会话已结束',
      overHint:
        '为了安全，会话只持续一小时。请获取新链接并打开，此页面随后会继续，您输入的内容不会丢失。',
      openTitle: '欢迎回来',
      openHint: '继续后，邮件中的链接即失效。之后一小时内您保持登录。',
      open: '显示我的表单',
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
      line: '行',
      notAccepted: '未被接受：',
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
      paused: { hint: '开启期间，提交会被拒绝，不投递任何内容。' },
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
      tokenHint: '创建表单的人持有管理令牌，可用它更改和删除表单。生成新令牌后，旧令牌即失效。',
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
