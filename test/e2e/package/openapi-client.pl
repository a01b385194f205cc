# A client that OpenAPI::Client makes of the OpenAPI document. It makes the calls in a file, and
# prints what each got.
use strict;
use warnings;
use Mojo::File qw(path);
use Mojo::JSON qw(decode_json encode_json);
use OpenAPI::Client;

my ($document, $calls, $url, $key) = @ARGV;
my $client = OpenAPI::Client->new("file://$document", base_url => $url);
$client->ua->on(start => sub { $_[1]->req->headers->header('x-api-key' => $key) });

my @results;
for my $call (@{decode_json path($calls)->slurp}) {
  my @body = exists $call->{body} ? (json => $call->{body}) : ();
  my $response = $client->call($call->{operation}, $call->{parameters}, @body)->res;
  push @results, {operation => $call->{operation}, status => 0 + $response->code, body => $response->json};
}
print encode_json(\@results);
