import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import javax.mail.Address;
import javax.mail.Message;
import javax.mail.Multipart;
import javax.mail.Part;
import javax.mail.Session;
import javax.mail.internet.InternetAddress;
import javax.mail.internet.MimeMessage;

/** Reads the mails of a folder with JavaMail, and prints what it found as JSON. */
class ReadMails {
  private static String quote(String text) {
    if (text == null) return "\"\"";
    StringBuilder quoted = new StringBuilder("\"");
    for (char unit : text.toCharArray()) {
      boolean isPlain = unit >= ' ' && unit <= '~' && unit != '"' && unit != '\\';
      quoted.append(isPlain ? unit : String.format("\\u%04x", (int) unit));
    }
    return quoted.append('"').toString();
  }

  private static String list(List<String> items) {
    return "[" + String.join(",", items) + "]";
  }

  private static String mailboxes(Address[] addresses) {
    List<String> found = new ArrayList<>();
    if (addresses != null) {
      for (Address each : addresses) {
        InternetAddress box = (InternetAddress) each;
        found.add(
            "{\"name\":" + quote(box.getPersonal()) + ",\"address\":" + quote(box.getAddress()) + "}");
      }
    }
    return list(found);
  }

  private static void read(Part part, StringBuilder text, List<String> files) throws Exception {
    if (part.isMimeType("multipart/*")) {
      Multipart parts = (Multipart) part.getContent();
      for (int at = 0; at < parts.getCount(); at++) read(parts.getBodyPart(at), text, files);
    } else if (part.getFileName() != null) {
      try (InputStream content = part.getInputStream()) {
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(content.readAllBytes());
        String sha256 = String.format("%064x", new BigInteger(1, sum));
        files.add(
            "{\"name\":" + quote(part.getFileName()) + ",\"sha256\":" + quote(sha256) + "}");
      }
    } else if (part.isMimeType("text/plain")) {
      text.append((String) part.getContent());
    }
  }

  private static String read(File file) throws Exception {
    Session session = Session.getInstance(new Properties());
    byte[] raw = Files.readAllBytes(file.toPath());
    MimeMessage mail = new MimeMessage(session, new ByteArrayInputStream(raw));
    StringBuilder text = new StringBuilder();
    List<String> files = new ArrayList<>();
    read(mail, text, files);
    // Without the header, it takes From for this.
    Address[] replyTo = mail.getHeader("Reply-To") == null ? null : mail.getReplyTo();
    return String.format(
        "%s:{\"from\":%s,\"to\":%s,\"replyTo\":%s,\"subject\":%s,\"date\":%d,\"text\":%s,\"files\":%s}",
        quote(file.getName()),
        mailboxes(mail.getFrom()),
        mailboxes(mail.getRecipients(Message.RecipientType.TO)),
        mailboxes(replyTo),
        quote(mail.getSubject()),
        mail.getSentDate().getTime() / 1000,
        quote(text.toString()),
        list(files));
  }

  public static void main(String[] folders) throws Exception {
    List<String> mails = new ArrayList<>();
    for (File file : new File(folders[0]).listFiles()) mails.add(read(file));
    String version = Session.class.getPackage().getImplementationVersion();
    System.out.printf(
        "{\"version\":%s,\"mails\":{%s}}%n", quote(version), String.join(",", mails));
  }
}
