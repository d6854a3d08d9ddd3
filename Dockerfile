# hooktest with the interpreters that most hooks use. Untested: CI has no container engine.
#
#	make snapshot && docker build -t hooktest .
#	docker run --rm -v "$PWD:/project" hooktest lint
FROM debian:trixie-slim
ARG TARGETARCH=amd64
COPY dist/hooktest_*_linux_${TARGETARCH}.deb /tmp/hooktest.deb
RUN apt-get update \
 && apt-get install -y --no-install-recommends bash ca-certificates git jq nodejs python3 /tmp/hooktest.deb \
 && rm -rf /tmp/hooktest.deb /var/lib/apt/lists/* \
 && useradd --create-home hooktest
USER hooktest
WORKDIR /project
ENTRYPOINT ["hooktest"]
