export default { endpoint: process.env.FORM_ENDPOINT };
