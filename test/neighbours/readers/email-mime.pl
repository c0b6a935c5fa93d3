# Reads the mails of a folder with Email::MIME, and prints what it found as JSON.
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use Email::MIME;
use JSON::PP;
use Time::Piece;

sub mailboxes {
    my ($mail, $header) = @_;
    return [map { { name => $_->phrase // '', address => $_->address } }
            map { $_->addresses } $mail->header_as_obj($header)];
}

sub read_mail {
    my ($raw) = @_;
    my $mail = Email::MIME->new($raw);
    my ($text, @files) = ('');
    $mail->walk_parts(sub {
        my ($part) = @_;
        return if $part->subparts;
        my $name = $part->filename;
        if (defined $name) {
            push @files, { name => $name, sha256 => sha256_hex($part->body) };
        } elsif ($part->content_type =~ m{^text/plain}) {
            $text .= $part->body_str;
        }
    });
    my $date = Time::Piece->strptime($mail->header('Date'), '%a, %d %b %Y %H:%M:%S %z');
    return {
        from => mailboxes($mail, 'From'),
        to => mailboxes($mail, 'To'),
        replyTo => mailboxes($mail, 'Reply-To'),
        subject => $mail->header_str('Subject'),
        date => $date->epoch,
        text => $text,
        files => \@files,
    };
}

my ($folder) = @ARGV;
my %mails;
for my $path (glob "$folder/*.eml") {
    open my $file, '<:raw', $path or die "$path: $!";
    local $/;
    $mails{$path =~ s{.*/}{}r} = read_mail(<$file>);
}
print JSON::PP->new->ascii->encode({ version => "$Email::MIME::VERSION", mails => \%mails });
